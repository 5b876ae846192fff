"""The kernel side: what is changed in ipykernel so that output is whole and in order."""
