"""What the user says: components, bonds, signals and parameters, from Python or from a file."""
