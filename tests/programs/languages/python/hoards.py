hoard = []
while True:
    hoard.append([0] * 10**5)
