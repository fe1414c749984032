text = fgets(stdin);
printf("%s", text);
printf("%d\n", sum(fscanf(stdin, "%d")));
