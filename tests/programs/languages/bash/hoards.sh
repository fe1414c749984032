hoard=xxxxxxxxxxxxxxxx
while :; do hoard=$hoard$hoard; done
