# Leaves a child behind that sleeps and holds all three standard streams.
sleep 20 &
echo ok
