"""What is to be seen: one module a page, each with `show(house, visitor)`; `ROUTES` names them."""
