"""Events: lists handed in, judged, frozen and revealed, and the people around them."""
