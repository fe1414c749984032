set hoard x
while 1 { append hoard $hoard }
