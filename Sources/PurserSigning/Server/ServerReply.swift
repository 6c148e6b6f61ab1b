#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Purser
    import PurserServerAPI
    import PurserVerification

    /// What the simulated server of Apple answers to one request.
    struct ServerReply: Sendable, Hashable {
        var status = 200
        var headers: [String: String] = [:]
        var body = Data()

        /// An answer without a body.
        init(status: Int = 200) { self.status = status }

        /// An answer that is an object.
        init(_ members: SignedMembers, status: Int = 200) {
            self.status = status
            headers = ["Content-Type": "application/json"]
            body = Data(members.json.text.utf8)
        }
    }

    /// Why the simulated server does not carry out a call: one of Apple's codes, or a status without one.
    struct ServerRefusal: Error, Sendable, Hashable {
        let reply: ServerReply

        /// A refusal by one of Apple's codes, with the code's name as its text.
        init(_ code: ServerAPIErrorCode) {
            var members = SignedMembers()
            members.number("errorCode", code.rawValue)
            members.text("errorMessage", code.name ?? "error")
            reply = ServerReply(members, status: code.rawValue / 10_000)
        }

        /// A status without a body.
        init(status: Int) { reply = ServerReply(status: status) }

        /// Too many calls: the next one is served at a moment, which Apple names in Unix milliseconds.
        static func rateLimited(until moment: Timestamp?) -> Self {
            var reply = Self(.rateLimitExceeded).reply
            if let moment { reply.headers["Retry-After"] = "\(moment.milliseconds)" }
            return Self(reply: reply)
        }

        private init(reply: ServerReply) { self.reply = reply }
    }
#endif
