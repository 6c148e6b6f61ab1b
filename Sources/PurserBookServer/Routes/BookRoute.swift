#if Server
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A route of the server, by the name under which its requests are counted.
    ///
    /// What it takes and answers is its ``description``: a route without one does not compile.
    enum BookRoute: String, Sendable, Hashable, CaseIterable {
        /// An app reports a transaction.
        case transactions
        /// Apple posts a notification.
        case notifications
        /// What a user owns, for the operator.
        case entitlements
        /// Whether the process is alive.
        case health
        /// Whether it can record now.
        case ready
        /// What is counted, for the operator.
        case metrics
        /// What the routes take and answer, for programs.
        case openAPI = "openapi"

        /// What becomes of a request, by its head alone.
        enum Verdict: Sendable, Hashable {
            /// The route answers it, about a user where its path names one.
            case serve(BookRoute, UUID?)
            /// It is answered without one.
            case reject(RouteAnswer)
        }

        /// Decides about a request.
        ///
        /// Without a token there are no routes for the operator.
        static func verdict(
            method: String, path: String, authorization: String?, token: OperatorToken?
        ) -> Verdict {
            let words = path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
            for route in allCases where words.first?.isEmpty == true {
                let description = route.description
                guard let place = description.match(Array(words.dropFirst())) else { continue }
                if description.needsToken, token == nil { break }
                guard description.methods.contains(method) else {
                    return .reject(.wrongMethod(description.methods.joined(separator: ", ")))
                }
                if description.needsToken, token?.allows(authorization) != true { return .reject(.unauthorized) }
                guard description.place != nil else { return .serve(route, nil) }
                guard let user = UUID(uuidString: place) else {
                    return .reject(.error(400, "A user is a UUID: the account token of the app's user."))
                }
                return .serve(route, user)
            }
            return .reject(.error(404, "There is no such route."))
        }
    }
#endif
