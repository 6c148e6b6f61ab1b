#if Server
    import Purser

    /// What a route takes and answers.
    ///
    /// By this its requests are recognised and its limits kept, and of this the description for programs is made.
    struct RouteDescription: Sendable {
        /// What is posted.
        struct Body: Sendable {
            /// What it is.
            let meaning: String
            /// Its type.
            let type: String
            /// The name of its schema.
            let schema: String
            /// How many bytes it may have.
            let limit: Int
        }

        /// What is answered with a status.
        struct Answer: Sendable {
            /// The status.
            let status: Int
            /// What it means.
            let meaning: String
            /// The name of the body's schema; `nil` where there is no body.
            var schema: String?
            /// The type of the body.
            var type = "application/json"
            /// A header field that it has, and what that means.
            var field: (name: String, meaning: String)?
        }

        /// Its path; a word in braces stands for any.
        let path: String
        /// Its name for those who make a client of the description.
        let operation: String
        /// What it does.
        let summary: String
        /// What is posted; `nil` for a route that is read.
        var body: Body?
        /// Whether it is the operator's.
        var needsToken = false
        /// Whether it needs the book, and is therefore answered with 503 at times.
        var needsBook = false
        /// Its own answers.
        let answers: [Answer]

        /// The methods that it has.
        var methods: [String] { body == nil ? ["GET", "HEAD"] : ["POST"] }
        /// The word of the path in braces.
        var place: String? {
            path.split(separator: "/").first { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
        }

        /// The word of a path that stands in the place; empty where the route has none, `nil` for a path of another route.
        func match(_ words: [Substring]) -> String? {
            let own = path.split(separator: "/")
            guard own.count == words.count else { return nil }
            var found = ""
            for (own, word) in zip(own, words) {
                if own.hasPrefix("{") { found = String(word) } else if own != word { return nil }
            }
            return found
        }

        /// Its own answers and those that all routes of its kind have.
        var allAnswers: [Answer] {
            var all = answers
            func add(_ status: Int, _ meaning: String, _ field: (String, String)? = nil) {
                if let index = all.firstIndex(where: { $0.status == status }) {
                    let before = all[index]
                    all[index] = Answer(
                        status: status, meaning: before.meaning + " " + meaning, schema: before.schema,
                        type: before.type, field: before.field)
                } else {
                    all.append(Answer(status: status, meaning: meaning, schema: "Error", field: field))
                }
            }
            if let body {
                add(400, "The body is not well-formed.")
                add(413, "The body has more than \(body.limit) bytes.")
            }
            if place != nil { add(400, "The user is no UUID.") }
            if needsToken {
                add(401, "The operator's token is missing, or another one.", ("WWW-Authenticate", "Bearer"))
                add(404, "The server has no operator's token, and therefore no such route.")
            }
            add(405, "The path has other methods.", ("Allow", "The methods, separated by commas."))
            if needsBook {
                let pause = ("Retry-After", "After how many seconds the request is to be repeated.")
                add(503, "It cannot be done now: repeat the request.", pause)
            }
            return all
        }
    }
#endif
