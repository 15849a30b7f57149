"""Named modes that reproduce a published scorer to the digit, its faults included: for comparisons with published figures, never for new ones."""
