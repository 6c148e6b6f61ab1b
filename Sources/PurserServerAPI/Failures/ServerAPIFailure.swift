#if Verification
    public import Foundation
    public import Purser

    /// Why a call of Apple's server failed: of which kind, what Apple said, and what to do.
    ///
    /// It never holds the bearer token or the key, also where an answer repeats them.
    public struct ServerAPIFailure: RetryClassifying, Hashable, CustomStringConvertible {
        /// Kinds of failures; more may come.
        public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
            /// A stable name.
            public var rawValue: String
            /// A kind by its name.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// The raw value.
            public var description: String { rawValue }
            /// There is no such thing in the environments that were asked.
            public static let notFound = Self(rawValue: "notFound")
            /// Apple accepts neither the token nor another one.
            public static let unauthorized = Self(rawValue: "unauthorized")
            /// The app calls too often: see ``ServerAPIFailure/retryDate``.
            public static let rateLimited = Self(rawValue: "rateLimited")
            /// Apple does not carry out such a call, now and later.
            public static let refused = Self(rawValue: "refused")
            /// Apple could not carry it out now, and may later.
            public static let retryable = Self(rawValue: "retryable")
            /// The answer is not what Apple's server sends, or is newer than this version.
            public static let unreadable = Self(rawValue: "unreadable")
            /// The server could not be reached, the connection broke, or the answer took too long.
            public static let network = Self(rawValue: "network")
            /// The token of a page has expired: read from ``ServerAPIFailure/restartDate`` on, without a token.
            public static let tokenExpired = Self(rawValue: "tokenExpired")
            /// The call was not sent: a value of it cannot be right.
            public static let invalidRequest = Self(rawValue: "invalidRequest")
            /// The key cannot be read, or cannot sign.
            public static let invalidKey = Self(rawValue: "invalidKey")
            /// The client was closed.
            public static let closed = Self(rawValue: "closed")
        }

        /// What went wrong.
        public let kind: Kind
        /// The call; `nil` where a key or a value was made.
        public let call: ServerAPICall?
        /// The status of the answer; `nil` without one.
        public let status: Int?
        /// Apple's code; `nil` without one.
        public let code: ServerAPIErrorCode?
        /// What Apple's server said, at most 500 characters of it; `nil` for nothing.
        public let serverMessage: String?
        /// When the call may be made again; `nil` where nobody said.
        public let retryDate: Date?
        /// From which date on a history is to be read again; `nil` for its beginning, and where no token has expired.
        public internal(set) var restartDate: Date?
        /// Whether the call may have been carried out all the same, because no answer says so.
        public let mayHaveBeenCarriedOut: Bool
        /// What happened and what to do next.
        public let message: String
        /// Whether the client tries the call again by itself, and when Apple wants to be asked.
        public let retryClass: RetryClass

        init(
            _ kind: Kind, _ call: ServerAPICall? = nil, status: Int? = nil, code: ServerAPIErrorCode? = nil,
            serverMessage: String? = nil, retryDate: Date? = nil, mayHaveBeenCarriedOut: Bool = false,
            retry: RetryClass = .permanent, _ message: String
        ) {
            self.kind = kind
            self.call = call
            self.status = status
            self.code = code
            self.serverMessage = serverMessage
            self.retryDate = retryDate
            self.mayHaveBeenCarriedOut = mayHaveBeenCarriedOut
            self.message = message
            retryClass = retry
        }

        /// The kind, the call, Apple's code and words, and what to do.
        public var description: String {
            var text = kind.rawValue
            if let call { text += " (\(call.name))" }
            text += ": \(message)"
            if let code { text += " [\(code)]" } else if let status { text += " [status \(status)]" }
            if let serverMessage { text += " Apple says: \(serverMessage)" }
            return text
        }
    }

    extension ServerAPIFailure: LocalizedError {
        /// What ``description`` says: the text of `localizedDescription`.
        public var errorDescription: String? { description }
    }
#endif
