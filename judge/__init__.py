"""The core of a code-golf judge; it knows no puzzle."""
