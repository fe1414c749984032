# Leaves a child behind in a session of its own.
setsid sleep 20 &
echo ok
