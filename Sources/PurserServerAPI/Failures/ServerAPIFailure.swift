#if Verification
    public import Foundation
    public import Purser

    /// The failure of a call to Apple's server: its code, Apple's code and text, and what to do next.
    ///
    /// It never contains the bearer token or the key, even if an answer repeats them.
    public struct ServerAPIFailure: StoreFailure, RetryClassifying, Hashable {
        /// What a failure means for the caller; more codes may be added.
        public struct Code: FailureCode {
            /// A stable name.
            public var rawValue: String
            /// A code by its name.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// The identifier was not found in the called environments.
            public static let notFound = Self(rawValue: "notFound")
            /// Apple rejected the token and a new one.
            public static let unauthorized = Self(rawValue: "unauthorized")
            /// The app calls too often: see ``ServerAPIFailure/retryDate``.
            public static let rateLimited = Self(rawValue: "rateLimited")
            /// Apple rejected the call; it will be rejected again.
            public static let rejected = Self(rawValue: "rejected")
            /// Apple's server could not carry out the call; try again later.
            public static let retryable = Self(rawValue: "retryable")
            /// The answer does not come from Apple's server, or its format is newer than this version.
            public static let unreadable = Self(rawValue: "unreadable")
            /// A posted notification has version 1, which Apple has deprecated and not signed.
            public static let deprecatedVersion = Self(rawValue: "deprecatedVersion")
            /// The server could not be reached, the connection broke, or the answer took too long.
            public static let network = Self(rawValue: "network")
            /// The token of a page has expired: read again without a token, from ``ServerAPIFailure/restartDate`` on.
            public static let tokenExpired = Self(rawValue: "tokenExpired")
            /// The call was not sent: Apple would reject a value in it.
            public static let invalidRequest = Self(rawValue: "invalidRequest")
            /// The key cannot be read, or cannot sign.
            public static let invalidKey = Self(rawValue: "invalidKey")
            /// The client was closed.
            public static let closed = Self(rawValue: "closed")
        }

        /// What the failure means for the caller.
        public let code: Code
        /// The call; `nil` if a key or a value failed outside of a call.
        public let call: ServerAPICall?
        /// The status of the answer; `nil` without one.
        public let status: Int?
        /// Apple's number for the reason; `nil` for an answer without one, and without an answer.
        public let serverCode: ServerCode?
        /// The text of Apple's server, at most 500 characters; `nil` for none.
        public let serverMessage: String?
        /// The date from which the call may be made again; `nil` if it is not known.
        public let retryDate: Date?
        /// The date from which to read a history again after a token expired; `nil` for its beginning, and for other
        /// failures.
        public internal(set) var restartDate: Date?
        /// Whether the failed call may have changed something on Apple's server.
        ///
        /// `false` for calls that only read.
        public internal(set) var mayHaveBeenCarriedOut: Bool
        /// What happened and what to do next.
        public let message: String
        /// Whether the client repeats the call automatically, and after which pause.
        public let retryClass: RetryClass

        init(
            _ code: Code, _ call: ServerAPICall? = nil, status: Int? = nil, serverCode: ServerCode? = nil,
            serverMessage: String? = nil, retryDate: Date? = nil, mayHaveBeenCarriedOut: Bool = false,
            retry: RetryClass = .permanent, _ message: String
        ) {
            self.code = code
            self.call = call
            self.status = status
            self.serverCode = serverCode
            self.serverMessage = serverMessage
            self.retryDate = retryDate
            self.mayHaveBeenCarriedOut = mayHaveBeenCarriedOut
            self.message = message
            retryClass = retry
        }

        /// The code, the call, Apple's code and text, and what to do next.
        public var description: String {
            var text = code.rawValue
            if let call { text += " (\(call.name))" }
            text += ": \(message)"
            if let serverCode { text += " [\(serverCode)]" } else if let status { text += " [status \(status)]" }
            if let serverMessage { text += " Apple says: \(serverMessage)" }
            return text
        }
    }

#endif
