# Sleeps without using any CPU time.
exec sleep 20
