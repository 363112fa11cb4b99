"""What a person sees of the codebreaking games: pictures, charts, the lab."""
