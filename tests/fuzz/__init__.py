"""Thousands of random graphs and mutated files: each ends well, in bounded time and memory, or is refused in words."""
