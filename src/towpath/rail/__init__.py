"""What every 18xx has: companies, certificates, trains, track, markets, and the mechanisms that titles share."""
