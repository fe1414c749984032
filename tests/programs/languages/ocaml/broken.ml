let () = print_int answer
