# Ends itself by a signal after it has printed its answer.
echo ok
kill -TERM $$
