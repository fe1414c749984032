"""What a drawn picture shows: finding the box in it and reading its walls, grid and cells.

What lies here needs Pillow (the extra ``pictures``) and is imported by the checkers' process alone.
"""
