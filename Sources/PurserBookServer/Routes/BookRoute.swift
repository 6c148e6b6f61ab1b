#if Server
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A route of the server.
    enum BookRoute: Sendable, Hashable {
        /// An app reports a transaction.
        case transactions
        /// Apple posts a notification.
        case notifications
        /// What a user owns, for the operator.
        case entitlements(UUID)
        /// Whether the process is alive.
        case health
        /// Whether it can record now.
        case ready
        /// What is counted, for the operator.
        case metrics

        /// What becomes of a request, by its head alone.
        enum Verdict: Sendable, Hashable {
            /// The route answers it.
            case serve(BookRoute)
            /// It is answered without one.
            case reject(RouteAnswer)
        }

        /// The name by which requests are counted; no user is in it.
        var name: String {
            switch self {
            case .transactions: "transactions"
            case .notifications: "notifications"
            case .entitlements: "entitlements"
            case .health: "health"
            case .ready: "ready"
            case .metrics: "metrics"
            }
        }

        /// Decides about a request.
        ///
        /// Without a token there are no routes for the operator.
        static func verdict(
            method: String, path: String, authorization: String?, token: OperatorToken?
        ) -> Verdict {
            let words = path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            let (isRead, isPost) = (method == "GET" || method == "HEAD", method == "POST")
            switch words.map(String.init) {
            case ["transactions"]: return isPost ? .serve(.transactions) : .reject(.wrongMethod("POST"))
            case ["notifications"]: return isPost ? .serve(.notifications) : .reject(.wrongMethod("POST"))
            case ["health"]: return isRead ? .serve(.health) : .reject(.wrongMethod("GET, HEAD"))
            case ["ready"]: return isRead ? .serve(.ready) : .reject(.wrongMethod("GET, HEAD"))
            case ["metrics"] where token != nil:
                if let rejection = rejection(isRead, authorization, token) { return .reject(rejection) }
                return .serve(.metrics)
            case let words where words.count == 3 && words[0] == "users" && words[2] == "entitlements" && token != nil:
                if let rejection = rejection(isRead, authorization, token) { return .reject(rejection) }
                guard let user = UUID(uuidString: words[1]) else {
                    return .reject(.error(400, "A user is a UUID: the account token of the app's user."))
                }
                return .serve(.entitlements(user))
            default: return .reject(.error(404, "There is no such route."))
            }
        }

        /// Why a request for the operator is not served; `nil` where it is.
        private static func rejection(_ isRead: Bool, _ authorization: String?, _ token: OperatorToken?) -> RouteAnswer?
        {
            guard isRead else { return .wrongMethod("GET, HEAD") }
            guard token?.allows(authorization) == true else { return .unauthorized }
            return nil
        }
    }
#endif
