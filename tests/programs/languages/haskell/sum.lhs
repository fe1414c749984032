The words between the lines of code are what makes this program literate.

> main = do
>   getLine >>= putStrLn
>   getLine >>= print . sum . map read . words
