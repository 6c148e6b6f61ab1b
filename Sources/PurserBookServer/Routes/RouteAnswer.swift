#if Server
    import Purser
    import PurserFormats

    /// What is answered to a request.
    struct RouteAnswer: Sendable, Hashable {
        /// The status.
        var status: Int
        /// The header fields besides the usual ones.
        var fields: [String: String] = [:]
        /// The type of the body.
        var type = "application/json"
        /// The body.
        var body = ""

        /// JSON.
        static func json(status: Int = 200, _ members: [String: JSONValue]) -> RouteAnswer {
            RouteAnswer(status: status, body: JSONValue.object(members).text + "\n")
        }

        /// What is wrong with a request.
        static func error(_ status: Int, _ message: String) -> RouteAnswer {
            json(status: status, ["error": .string(message)])
        }

        /// It is to be repeated after some seconds.
        static func notNow(after seconds: Int, _ message: String) -> RouteAnswer {
            var answer = error(503, message)
            answer.fields["Retry-After"] = "\(seconds)"
            return answer
        }

        /// Another method is needed.
        static func wrongMethod(_ allowed: String) -> RouteAnswer {
            var answer = error(405, "The method is \(allowed).")
            answer.fields["Allow"] = allowed
            return answer
        }

        /// The operator's token is missing, or another one.
        static var unauthorized: RouteAnswer {
            var answer = error(401, "Send the operator's token: Authorization: Bearer TOKEN.")
            answer.fields["WWW-Authenticate"] = "Bearer"
            return answer
        }

        /// The client has left before its body was there: nobody gets this, and it is counted.
        static let clientGone = RouteAnswer(status: 499)

        /// The database did not record or did not answer.
        static let bookFailed = notNow(after: 10, "The purchase book does not answer. Repeat the request.")
    }
#endif
