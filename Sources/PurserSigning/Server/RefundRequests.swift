#if Verification
    import Purser
    import PurserServerAPI
    import PurserVerification

    /// What becomes of a refund that a customer has asked for.
    public enum RefundDecision: Sendable, Hashable {
        /// All of it is paid back.
        case full
        /// The part that was not used is paid back: of a subscription the rest of the period, of a consumable what the app's server
        /// says, and half of it where the server says nothing.
        case prorated
        /// Nothing is paid back.
        case declined
    }

    /// The refunds that customers have asked for and that are not decided.
    ///
    /// The app's server has twelve hours to answer, in the sandbox five minutes. What it would do is done as soon as it answers; where
    /// it says nothing of that, or does not answer, the decision for silence is made at the end of the time.
    struct RefundRequests: Sendable {
        /// A request.
        struct Open: Sendable, Hashable {
            let transactionID: String
            /// When it is decided at the latest.
            let end: Timestamp
        }

        /// A request that is decided.
        struct Decided: Sendable, Hashable {
            let transactionID: String
            let decision: RefundDecision
            /// How much of it was used, in thousandths of a percent, as the app's server has said.
            var consumed: Int?
        }

        private(set) var open: [Open] = []

        /// A customer asks for a refund; asked again, the first request counts.
        mutating func ask(_ id: String, isSandbox: Bool, at now: Timestamp) {
            guard !open.contains(where: { $0.transactionID == id }) else { return }
            open.append(Open(transactionID: id, end: now.advanced(by: .seconds(isSandbox ? 300 : 12 * 3_600))))
        }

        /// The app's server has answered.
        ///
        /// - Returns: what is decided by that.
        mutating func answer(_ id: String, _ preference: RefundDecision?, consumed: Int?) -> Decided? {
            guard let preference, let index = open.firstIndex(where: { $0.transactionID == id }) else { return nil }
            open.remove(at: index)
            return Decided(transactionID: id, decision: preference, consumed: consumed)
        }

        /// Takes those whose time is over.
        mutating func takeDue(at now: Timestamp, silence: RefundDecision) -> [Decided] {
            let due = open.filter { $0.end <= now }
            open.removeAll { $0.end <= now }
            return due.map { Decided(transactionID: $0.transactionID, decision: silence) }
        }
    }

    /// A consumption answer as it was sent.
    struct ConsumptionMembers: Sendable {
        let preference: RefundDecision?
        let consumed: Int?

        private static let deliveries: Set = [
            "DELIVERED", "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM", "UNDELIVERED_SERVER_OUTAGE",
            "UNDELIVERED_OTHER",
        ]

        /// Reads what was sent.
        ///
        /// - Parameter isOldForm: whether it is in the deprecated form, in which numbers stand for what is spelled today.
        /// - Throws: ``ServerRefusal`` with the code of what is wrong with it.
        init(_ members: [String: JSONValue], isOldForm: Bool) throws(ServerRefusal) {
            guard members["customerConsented"]?.asFlag == true else { throw ServerRefusal(.invalidCustomerConsented) }
            guard isOldForm || members["sampleContentProvided"]?.asFlag != nil else {
                throw ServerRefusal(.invalidSampleContentProvided)
            }
            if isOldForm {
                guard members["deliveryStatus"].map({ $0.asInt != nil }) ?? true else {
                    throw ServerRefusal(.invalidDeliveryStatus)
                }
            } else {
                guard Self.deliveries.contains(members["deliveryStatus"]?.asText ?? "") else {
                    throw ServerRefusal(.invalidDeliveryStatus)
                }
            }
            consumed = isOldForm ? nil : members["consumptionPercentage"]?.asInt
            guard consumed.map((0...100_000).contains) ?? true else { throw ServerRefusal(.generalBadRequest) }
            switch members["refundPreference"] {
            case nil, .null: preference = nil
            case .string("GRANT_FULL"), .number("1"): preference = .full
            case .string("GRANT_PRORATED"): preference = .prorated
            case .string("DECLINE"), .number("2"): preference = .declined
            case .number where isOldForm: preference = nil
            default: throw ServerRefusal(.generalBadRequest)
            }
        }
    }
#endif
