"""Documents made from the declarations and the bank: `python -m multibond.documentation` writes them into docs/."""

from .element_tables import elements_page
from .folders import picture_of_folders
from .gallery import gallery_page, write_pictures
from .icons import icon_pictures
from .law_pictures import law_pictures
from .scalar_graphs import scalar_pictures
from .study_pictures import write_study_pictures

__all__ = [
    "elements_page",
    "gallery_page",
    "icon_pictures",
    "law_pictures",
    "picture_of_folders",
    "scalar_pictures",
    "write_pictures",
    "write_study_pictures",
]
