hoard = []
loop { hoard << Array.new(100_000) { |i| i } }
