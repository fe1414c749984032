"""The pictures that contestants' programs leave: which output is one, and what it shows when.

What lies here needs no picture library. :func:`judge.images.decoding.decoded`, which turns a file
into frames, needs Pillow (the extra ``pictures``); it is imported from its own module, so that a
plugin loads where there is no Pillow.
"""

from judge.images.findings import Found, Picture, pictures
from judge.images.formats import JUDGED, Format, recognised
from judge.images.refusals import Refusal

__all__ = ["JUDGED", "Format", "Found", "Picture", "Refusal", "pictures", "recognised"]
