"""Pictures of models and results: drawings, reports, animations."""
