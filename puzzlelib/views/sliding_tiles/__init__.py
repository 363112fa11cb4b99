"""What a person sees of the sliding tiles: pictures, charts, the lab."""
