"""What every room needs: checks of arguments, careful writing, names, places, memory."""
