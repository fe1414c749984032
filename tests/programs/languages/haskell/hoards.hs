main :: IO ()
main = do
  let hoard = [1 ..] :: [Integer]
  print (sum (takeWhile (> 0) hoard))
  print (length hoard)
