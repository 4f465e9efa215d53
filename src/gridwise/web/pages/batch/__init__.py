"""The pages of batches."""
