"""Benchmarks: multibond beside hand-written code and other programs, as ratios measured in one run.

``python -m benchmarks`` prints all tables, ``python -m benchmarks pendulum mass_chain`` some of them; `--quick` takes
fewer repeats and smaller sizes, `--write` puts the tables into docs/benchmarks.md.
"""
