"""The widgets that the views are made of."""
