"""Model files: YAML or JSON text that describes a model and is never executed.

`load_file` and `loads` open a description, `save` and `dumps` write one, `describe` gives it as plain data and
`schema` is the published JSON Schema of the format. See docs/files.md.
"""

from .describe import describe
from .schema import schema
from .store import dumps, load_file, loads, save

__all__ = ["describe", "dumps", "load_file", "loads", "save", "schema"]
