input, (input / " " | map(tonumber) | add)
