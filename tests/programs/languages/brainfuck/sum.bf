The first line goes out as it comes in
,----------[++++++++++.,----------]++++++++++.[-]
Both numbers have two digits: tens are added up in the first cell and ones in the second
,>++++++[<-------->-]<
>,>++++++[<-------->-]<
>,
,>++++++[<-------->-]<[<<+>>-]
,>++++++[<-------->-]<[<+>-]
Ten ones are one of the tens
++++++++++<[->-[>+>>]>[+[-<+>]>+>>]<<<<<]>>>[<<<<+>>>>-]<<<<
>++++++[<++++++++>-]<.>>>>++++++[<++++++++>-]<.[-]++++++++++.
