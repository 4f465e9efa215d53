"""The page and the REST API: the server, its routes, its page. Loads nothing until it is asked."""
