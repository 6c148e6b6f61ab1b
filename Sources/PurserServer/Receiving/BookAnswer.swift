#if Server
    import PurserVerification

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    /// What became of something that was reported to a ``PurchaseBook``.
    public enum BookAnswer: Sendable, Hashable {
        /// An update that a report has made.
        public struct Update: Sendable, Hashable {
            /// Whose update it is; `nil` while nobody has the purchase: it gets another number once a user is bound.
            public let user: UUID?
            /// Its number among the user's updates.
            public let number: UInt64

            /// An update of a user, by its number.
            public init(user: UUID?, number: UInt64) { (self.user, self.number) = (user, number) }
        }

        /// It is on record from now on, for this user, with these updates. Without a user it is kept until one is bound. Without
        /// updates it changed nothing that a consumer sees, such as a later signed date. A purchase that moves from one user to
        /// another has updates of both, the former user's first.
        case recorded(user: UUID?, updates: [Update])
        /// It was on record.
        case known(user: UUID?)
        /// Whether the App Store has signed it could not be found out now. It is to be reported again.
        case undecided(String)
        /// It is not recorded, or not as it was reported.
        case rejected(BookRejection)

        /// The status with which a route answers Apple, and an app: 200, 400, 403, or 503, after which it is reported again.
        public var httpStatus: Int {
            switch self {
            case .recorded, .known: 200
            case .undecided: 503
            case .rejected(let rejection):
                switch rejection.reason {
                case .forged: 403
                case .unreadable, .outOfLimits, .notAccepted: 400
                // Apple would repeat for days what is never recorded here.
                default: 200
                }
            }
        }
    }

    extension BookAnswer {
        /// What a failed check means.
        init(_ failure: SignedDataFailure) {
            self =
                switch failure.code {
                case .revocationUnknown, .invalidConfiguration: .undecided(failure.message)
                case .malformed, .tooLarge, .unreadableField, .wrongKind:
                    .rejected(BookRejection(.unreadable, failure.message))
                case .wrongApp: .rejected(BookRejection(.otherApp, failure.message))
                case .wrongEnvironment: .rejected(BookRejection(.otherEnvironment, failure.message))
                default: .rejected(BookRejection(failure.isForgery ? .forged : .notAccepted, failure.message))
                }
        }
    }
#endif
