# Wrong: it ends without a word.
input()
