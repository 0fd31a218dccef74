"""The hoist of hoist.yaml, opened from Python: what load may it lift before its winding gets too hot?

python examples/hoist.py
multibond simulate examples/hoist.yaml --set load="300 kg" --out run.csv
multibond study examples/hoist.yaml --vary load=50:300:6 --observe "max(winding)" --out study.csv
"""

from pathlib import Path

import multibond as mb

hoist = mb.load(Path(__file__).with_name("hoist.yaml"))

if __name__ == "__main__":
    result = hoist.simulate()
    print(result.stats.final, result.energy, sep="\n")
    result.plot("height", "current", "winding").savefig("hoist.svg")

    observed = {"hottest": "max(winding)", "arrival": "when(height > 4)", "rope": "max(elastic.e)"}
    loads = mb.Study(hoist, vary={"load": "50:300:6"}, observe=observed).run()
    print(loads)
    light = loads.table[loads.table["hottest"] < 90]["load"].max()
    print(f"below 90 °C up to {light:g} kg")
