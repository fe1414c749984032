echo answer
