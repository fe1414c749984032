# Uses its CPU time in a great many short-lived children.
end=$((SECONDS + 20))
while [ $SECONDS -lt $end ]; do (: ; : ; :); done
