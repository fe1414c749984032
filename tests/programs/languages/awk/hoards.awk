BEGIN { for (hoard = "x"; ; hoard = hoard hoard); }
