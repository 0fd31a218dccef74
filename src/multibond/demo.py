"""What `make demo` runs: simulate the flagship model of the bank, audit its energy, write a report page."""

from __future__ import annotations

import sys
from pathlib import Path

from .bank import load
from .errors import MultibondError

FLAGSHIP = "dc_motor"


def main(folder: str = "out") -> int:
    """Simulate, print the summary and energy audit, write the page under `folder` and print its path last."""
    from .cli.run_text import summary
    from .model.file.whole import write_text
    from .picture.page_report import page

    try:
        model = load(FLAGSHIP)
        print(f"{model.title}: {model.description}\n")
        result = model.simulate()
        print(summary(result) + "\n")
        Path(folder).mkdir(parents=True, exist_ok=True)
        path = Path(folder) / f"{FLAGSHIP}.html"
        write_text(path, page(model, result))
    except (MultibondError, OSError) as error:
        print(f"multibond: {error}", file=sys.stderr)
        return 2
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
