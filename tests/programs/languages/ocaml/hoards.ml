let () =
  let rec hoard kept = hoard (Array.make 100000 (List.length kept) :: kept) in
  hoard []
