"""The puzzles that come with the judge, each a plugin like anyone's."""
