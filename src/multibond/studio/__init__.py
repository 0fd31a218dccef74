"""The studio: a page in the browser in which models are drawn, understood, run and watched.

The page holds the document, the text of a model file; the server keeps nothing of it. After every edit the page sends
the whole text, and the server answers with what it knows: the diagram as `multibond draw` paints it, strokes, messages
with their lines, and on request runs, curves, equations and exports. ``page/studio/protocol.ts`` has every request.
"""
