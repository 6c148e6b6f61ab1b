#if Server
    import Purser

    /// Why something that was reported is not recorded, or not as it was reported.
    public struct BookRejection: Sendable, Hashable, CustomStringConvertible {
        /// Reasons; more may come.
        public struct Reason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
            /// A stable name.
            public var rawValue: String
            /// A reason by its name.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// The raw value.
            public var description: String { rawValue }
            /// The App Store has not signed it.
            public static let forged = Self(rawValue: "forged")
            /// The App Store has signed it, and the verifier's configuration does not accept it: it is too old, for instance.
            public static let notAccepted = Self(rawValue: "notAccepted")
            /// The App Store has signed it for another app.
            public static let otherApp = Self(rawValue: "otherApp")
            /// It comes from another environment than the book's.
            public static let otherEnvironment = Self(rawValue: "otherEnvironment")
            /// It cannot be read, or is larger than anything that the App Store signs.
            public static let unreadable = Self(rawValue: "unreadable")
            /// It does not keep the limits of what is recorded.
            public static let outOfLimits = Self(rawValue: "outOfLimits")
            /// Another purchase is recorded under its identifier.
            public static let otherPurchase = Self(rawValue: "otherPurchase")
            /// It names another user than the one who has the purchase, and the policy leaves it there.
            public static let otherUser = Self(rawValue: "otherUser")
        }

        /// The reason.
        public let reason: Reason
        /// What happened and what to do next.
        ///
        /// It names no user.
        public let message: String

        /// A rejection.
        public init(_ reason: Reason, _ message: String) {
            self.reason = reason
            self.message = message
        }

        /// The reason and the message.
        public var description: String { "\(reason): \(message)" }
    }

    extension BookRejection {
        static func otherPurchase(_ transaction: StoreTransaction) -> BookRejection {
            BookRejection(
                .otherPurchase,
                "Another purchase is recorded under the identifier \(transaction.id): this one is not recorded. Use one book "
                    + "for each environment.")
        }

        static func otherUser(_ transaction: StoreTransaction) -> BookRejection {
            BookRejection(
                .otherUser,
                "The App Store names another user for transaction \(transaction.id) than the one who has it. By the policy "
                    + "“reject” it stays where it is, and what else is said of it counts there. Set the account token back, "
                    + "or choose another policy.")
        }
    }
#endif
