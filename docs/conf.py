"""The site made from docs/ by `make docs`: Sphinx with furo; pages are Markdown, tutorials notebooks that it runs."""

import importlib.metadata

project = "multibond"
copyright = "multibond contributors"
release = version = importlib.metadata.version("multibond")

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary"]
exclude_patterns = ["_build"]
source_suffix = {".md": "myst-nb"}

html_theme = "furo"
html_title = "multibond"
html_static_path = []
html_show_sphinx = False
# Links of pages to files outside docs/ (README, CONTRIBUTING, examples) have no page here.
suppress_warnings = ["myst.xref_missing", "myst.header", "myst.duplicate_def", "mystnb.unknown_mime_type"]

# Headings can be linked to as on code hosts: elements.md#signal-blocks.
myst_heading_anchors = 3

# Only pages with code cells, the tutorials, are run; everything else is text.
nb_execution_mode = "cache"
nb_execution_timeout = 300
nb_execution_raise_on_error = True
nb_execution_show_tb = True

default_role = "code"
autodoc_default_options = {"members": True, "undoc-members": False, "show-inheritance": False}
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autosummary_generate = True
