"""From the flat graph to sorted equations, by named passes."""
