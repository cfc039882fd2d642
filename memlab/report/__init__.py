"""What people read: pages, tables as text, executed chapters, archives to hand on."""
