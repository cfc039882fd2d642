"""What people read: pages, tables as text, executed chapters, a web site, archives to hand on."""
