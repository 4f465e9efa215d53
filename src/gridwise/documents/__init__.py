"""Documents, and the DOCX, HTML and PDF files made of them."""
