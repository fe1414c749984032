hoard <- list()
repeat hoard[[length(hoard) + 1]] <- seq_len(100000) + 0.5
