#if Server
    import PurserServer

    extension BookRoute {
        private static let recording: [RouteDescription.Answer] = [
            .init(
                status: 200,
                meaning: "It is on record, or never will be, such as another app's: repeating does not help."),
            .init(
                status: 400, meaning: "It cannot be read, is beyond the limits, or is not accepted.", schema: "Error"),
            .init(status: 403, meaning: "Apple has not signed it.", schema: "Error"),
        ]

        /// What it takes and answers.
        var description: RouteDescription {
            switch self {
            case .transactions:
                RouteDescription(
                    path: "/transactions", operation: "reportTransaction",
                    summary: "Records a transaction that the App Store has signed. Repeating does no harm.",
                    body: .init(
                        meaning: "The signed form of the transaction. Its Content-Type does not matter.",
                        type: "text/plain", schema: "SignedText", limit: PurchaseBook.textLimit),
                    needsBook: true, answers: Self.recording)
            case .notifications:
                RouteDescription(
                    path: "/notifications", operation: "reportNotification",
                    summary: "Records a notification of version 2: this is the address for App Store Connect.",
                    body: .init(
                        meaning: "The notification, as Apple posts it. Its Content-Type does not matter.",
                        type: "application/json", schema: "Notification", limit: 2 * PurchaseBook.textLimit),
                    needsBook: true, answers: Self.recording)
            case .entitlements:
                RouteDescription(
                    path: "/users/{user}/entitlements", operation: "entitlements", summary: "What a user owns now.",
                    needsToken: true, needsBook: true,
                    answers: [.init(status: 200, meaning: "What the user owns.", schema: "Entitlements")])
            case .health:
                RouteDescription(
                    path: "/health", operation: "health",
                    summary: "Whether the process is alive, also without a database.",
                    answers: [.init(status: 200, meaning: "It is.", schema: "Health")])
            case .ready:
                RouteDescription(
                    path: "/ready", operation: "readiness", summary: "Whether something can be recorded now.",
                    needsBook: true, answers: [.init(status: 200, meaning: "It can.", schema: "Readiness")])
            case .metrics:
                RouteDescription(
                    path: "/metrics", operation: "metrics", summary: "All metrics, in Prometheus' text form.",
                    needsToken: true,
                    answers: [
                        .init(status: 200, meaning: "The metrics.", schema: "Metrics", type: "text/plain")
                    ])
            case .openAPI:
                RouteDescription(
                    path: "/openapi.json", operation: "description", summary: "This description.",
                    answers: [.init(status: 200, meaning: "A document of OpenAPI 3.1.", schema: "Document")])
            }
        }
    }
#endif
