#if Server
    public import Purser

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// The failure of a call of a purchase book: what happened, whether something may have been changed, and what to do next.
    ///
    /// A server's route answers it with status 503: Apple posts a notification again, and an app reports a transaction again.
    /// Repeating does no harm, because everything is recorded once.
    public struct BookFailure: StoreFailure, RetryClassifying, Hashable {
        /// The kinds of failures; more may be added.
        public struct Code: FailureCode {
            /// A stable name.
            public var rawValue: String
            /// A kind by its name.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// The database's address is unusable or not safe.
            public static let invalidAddress = Self(rawValue: "invalidAddress")
            /// Anybody can sign for the environment, and the configuration does not allow that.
            public static let testEnvironment = Self(rawValue: "testEnvironment")
            /// No connection could be made.
            public static let unreachable = Self(rawValue: "unreachable")
            /// There was no answer in time.
            public static let timedOut = Self(rawValue: "timedOut")
            /// The connection ended during the call.
            public static let cutOff = Self(rawValue: "cutOff")
            /// The database takes no changes: it is a copy, or is being replaced by one.
            public static let readOnly = Self(rawValue: "readOnly")
            /// The database has no room left.
            public static let full = Self(rawValue: "full")
            /// The database has too many connections, or calls waited for each other.
            public static let busy = Self(rawValue: "busy")
            /// The database's user may not do this.
            public static let denied = Self(rawValue: "denied")
            /// The database has no schema of this book, or one of another version.
            public static let wrongSchema = Self(rawValue: "wrongSchema")
            /// Other processes kept changing the same purchase.
            public static let contended = Self(rawValue: "contended")
            /// A record in the database cannot be read.
            public static let damaged = Self(rawValue: "damaged")
            /// A text has a character that the database cannot hold.
            public static let unstorable = Self(rawValue: "unstorable")
            /// The database answered with another error.
            public static let rejected = Self(rawValue: "rejected")
            /// The book is closed.
            public static let closed = Self(rawValue: "closed")
        }

        /// The kind of failure.
        public let code: Code
        /// Whether it is known that nothing was changed.
        ///
        /// Otherwise it may have been changed, or may still be.
        public let isOutcomeKnown: Bool
        /// What happened and what to do next.
        ///
        /// It names no user.
        public let message: String

        /// A failure; by default nothing was changed.
        public init(_ code: Code, _ message: String, isOutcomeKnown: Bool = true) {
            self.code = code
            self.isOutcomeKnown = isOutcomeKnown
            self.message = message
        }

        /// Whether the same call may succeed later without a person.
        public var retryClass: RetryClass { Self.permanent.contains(code) ? .permanent : .retryable() }

        private static let permanent: Set<Code> = [
            .invalidAddress, .testEnvironment, .denied, .wrongSchema, .damaged, .unstorable, .closed,
        ]

        /// The kind, whether something may have been changed, and the message.
        public var description: String { "\(code.rawValue)\(isOutcomeKnown ? "" : ", outcome unknown"): \(message)" }
    }
#endif
