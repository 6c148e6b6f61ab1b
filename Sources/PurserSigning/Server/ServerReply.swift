#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Purser
    import PurserFormats
    import PurserServerAPI
    import PurserVerification

    /// The answer of the double to one request.
    struct ServerReply: Sendable, Hashable {
        var status = 200
        var headers: [String: String] = [:]
        var body = Data()

        /// An answer without a body.
        init(status: Int = 200) { self.status = status }

        /// An answer with a JSON object.
        init(_ members: SignedMembers, status: Int = 200) {
            self.status = status
            headers = ["Content-Type": "application/json"]
            body = Data(members.json.text.utf8)
        }
    }

    /// The rejection of a call: one of Apple's codes, or a status without one.
    struct ServerRejection: Error, Sendable, Hashable {
        let reply: ServerReply

        /// A rejection with one of Apple's codes, whose name is the text.
        init(_ code: ServerAPIFailure.ServerCode) {
            var members = SignedMembers()
            members.number("errorCode", code.rawValue)
            members.text("errorMessage", code.name ?? "error")
            reply = ServerReply(members, status: code.rawValue / 10_000)
        }

        /// A status without a body.
        init(status: Int) { reply = ServerReply(status: status) }

        /// Too many calls: `Retry-After` has the moment of the next one in Unix milliseconds.
        static func rateLimited(until moment: Timestamp?) -> Self {
            var reply = Self(.rateLimitExceeded).reply
            if let moment { reply.headers["Retry-After"] = "\(moment.milliseconds)" }
            return Self(reply: reply)
        }

        private init(reply: ServerReply) { self.reply = reply }
    }
#endif
