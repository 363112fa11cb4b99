"""What a person sees of the knight's tours: pictures, charts, the lab."""
