import Testing

/// All tests, one after the other: each has a browser to itself, and figures want a machine that does nothing else.
@Suite(
    "Studio in a browser", .serialized, .timeLimit(.minutes(30)),
    .enabled(if: Tool.path != nil, "PURSER names the built tool: see README.md"))
enum StudioInBrowser {}
