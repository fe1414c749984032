"""Programs that run a class submission, copied into its box and never imported here."""
