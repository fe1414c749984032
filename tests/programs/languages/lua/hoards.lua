local hoard = {}
while true do hoard[#hoard + 1] = string.rep(#hoard, 100000) end
