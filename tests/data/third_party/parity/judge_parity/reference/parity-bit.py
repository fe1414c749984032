print(input().count("1") % 2)
