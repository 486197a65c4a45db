"""Benchmarks: run each as ``python -m benchmarks.NAME``; figures go to results/."""
