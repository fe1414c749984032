"""Reports: a finished report as text, JSON, JUnit XML, CSV or Markdown."""
