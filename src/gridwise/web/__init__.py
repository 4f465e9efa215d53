"""The page and the REST API: the server, its routes, its page. Each loads at first use."""
