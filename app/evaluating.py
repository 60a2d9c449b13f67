"""`sayso evaluate`: figures on a folder of data."""
