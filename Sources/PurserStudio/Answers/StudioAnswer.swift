#if Studio
    import Purser
    import PurserFormats

    /// The answer to a request.
    struct StudioAnswer: Sendable {
        /// The status.
        var status = 200
        /// The type of the body.
        var type: String
        /// The body.
        var body: String
        /// The name under which a browser saves it.
        var fileName: String?

        /// The headers of every answer: no content from other sources, no requests to them, and no caching.
        static let headers = [
            "Content-Security-Policy":
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
            "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
        ]

        /// A file of the page.
        static func file(_ file: StudioFile) -> StudioAnswer { StudioAnswer(type: file.type, body: file.text) }

        /// A value.
        static func json(_ value: JSONValue, fileName: String? = nil) -> StudioAnswer {
            StudioAnswer(type: "application/json", body: value.escapedText, fileName: fileName)
        }

        /// An error with a message.
        static func error(_ status: Int, _ message: String) -> StudioAnswer {
            StudioAnswer(
                status: status, type: "application/json",
                body: JSONValue.object(["error": .string(message)]).escapedText)
        }
    }

    /// An action that failed; the page shows the message.
    package struct StudioFailure: Error, Sendable, Hashable, CustomStringConvertible {
        /// What happened, and what to do next.
        package let message: String

        /// Makes an error with this message.
        package init(_ message: String) { self.message = message }

        /// The message.
        package var description: String { message }
    }
#endif
