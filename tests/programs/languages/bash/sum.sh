read -r text
echo "$text"
read -r a b
echo $((a + b))
