"""What is to be seen: one module a page, each with `show(server, visitor)`; `ROUTES` names them."""
