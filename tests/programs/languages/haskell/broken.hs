main :: IO ()
main = print answer
