"""Speed against a peer and against the limit, as ratios measured in one run (`make bench`)."""
