#if Verification
    extension ServerAPIFailure {
        /// Apple's number for the reason of a failure; ``ServerAPIFailure/code-swift.property`` says what it means for the
        /// caller.
        ///
        /// Each known number has a name. A newer one has no name; its first three digits are the status, which decides the
        /// failure's code.
        public struct ServerCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
            /// The number of seven digits.
            public var rawValue: Int
            /// A code by its number.
            public init(rawValue: Int) { self.rawValue = rawValue }

            /// Apple's name, such as `transactionIdNotFound`; `nil` for a code that is newer than this version.
            public var name: String? { Self.names[rawValue] }

            /// The number and the name.
            public var description: String { name.map { "\(rawValue) \($0)" } ?? "\(rawValue)" }

            /// The token of a page has expired.
            public static let paginationTokenExpired = Self(rawValue: 4_000_017)
            /// The transaction is of a type that the call does not accept.
            public static let invalidTransactionTypeNotSupported = Self(rawValue: 4_000_047)
            /// The customer is not found now; try again later.
            public static let accountNotFoundRetryable = Self(rawValue: 4_040_002)
            /// The app is not found now; try again later.
            public static let appNotFoundRetryable = Self(rawValue: 4_040_004)
            /// There is no such original transaction in this environment.
            public static let originalTransactionIdNotFound = Self(rawValue: 4_040_005)
            /// There is no such original transaction now; try again later.
            public static let originalTransactionIdNotFoundRetryable = Self(rawValue: 4_040_006)
            /// There is no such transaction in this environment.
            public static let transactionIdNotFound = Self(rawValue: 4_040_010)
            /// The app calls too often.
            public static let rateLimitExceeded = Self(rawValue: 4_290_000)
            /// Apple's server failed.
            public static let generalInternal = Self(rawValue: 5_000_000)
            /// Apple's server failed; try again.
            public static let generalInternalRetryable = Self(rawValue: 5_000_001)

            /// The code of a failure with this number.
            var failureCode: ServerAPIFailure.Code {
                switch self {
                case .accountNotFoundRetryable, .appNotFoundRetryable, .originalTransactionIdNotFoundRetryable:
                    .retryable
                case .paginationTokenExpired: .tokenExpired
                default: .init(status: rawValue / 10_000)
                }
            }
        }
    }

    extension ServerAPIFailure.Code {
        /// The code of a failure whose answer has a status only.
        init(status: Int) {
            switch status {
            case 401: self = .unauthorized
            case 404, 410: self = .notFound
            case 408, 425: self = .retryable
            case 429: self = .rateLimited
            case 400...499: self = .rejected
            case 500...599: self = .retryable
            default: self = .unreadable
            }
        }
    }
#endif
