main :: IO ()
main = do
  getLine >>= putStrLn
  getLine >>= print . sum . map (read :: String -> Int) . words
