"""A combat of several pools of wounds with one result: solved, or sampled."""
