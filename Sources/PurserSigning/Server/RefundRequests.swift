#if Verification
    import Purser
    import PurserFormats
    import PurserServerAPI
    import PurserVerification

    /// The decision on a refund request.
    public enum RefundDecision: Sendable, Hashable {
        /// The whole price is refunded.
        case full
        /// The unused part is refunded: the rest of a subscription's period, or the unconsumed part of a consumable
        /// according to the answer of the app's server; half of the price without such an answer.
        case prorated
        /// Nothing is refunded.
        case declined
    }

    /// The open refund requests.
    ///
    /// The app's server has twelve hours to answer, or five minutes in the sandbox. An answer with a preference decides
    /// immediately. Without an answer or a preference, the default decision applies when the time is over.
    struct RefundRequests: Sendable {
        /// A request.
        struct Open: Sendable, Hashable {
            let transactionID: String
            /// The latest date of the decision.
            let end: Timestamp
        }

        /// A request that is decided.
        struct Decided: Sendable, Hashable {
            let transactionID: String
            let decision: RefundDecision
            /// The consumed part according to the app's server, in thousandths of a percent.
            var consumed: Int?
        }

        private(set) var open: [Open] = []

        /// Adds a request; a repeated one changes nothing.
        mutating func ask(_ id: String, isSandbox: Bool, at now: Timestamp) {
            guard !open.contains(where: { $0.transactionID == id }) else { return }
            open.append(Open(transactionID: id, end: now.advanced(by: .seconds(isSandbox ? 300 : 12 * 3_600))))
        }

        /// Records an answer of the app's server.
        ///
        /// - Returns: the decision, if the answer has a preference.
        mutating func answer(_ id: String, _ preference: RefundDecision?, consumed: Int?) -> Decided? {
            guard let preference, let index = open.firstIndex(where: { $0.transactionID == id }) else { return nil }
            open.remove(at: index)
            return Decided(transactionID: id, decision: preference, consumed: consumed)
        }

        /// Takes the requests whose time is over.
        mutating func takeDue(at now: Timestamp, silence: RefundDecision) -> [Decided] {
            let due = open.filter { $0.end <= now }
            open.removeAll { $0.end <= now }
            return due.map { Decided(transactionID: $0.transactionID, decision: silence) }
        }
    }

    /// The members of a consumption answer.
    struct ConsumptionMembers: Sendable {
        let preference: RefundDecision?
        let consumed: Int?

        private static let deliveries: Set = [
            "DELIVERED", "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM", "UNDELIVERED_SERVER_OUTAGE",
            "UNDELIVERED_OTHER",
        ]

        /// Reads the body of an answer.
        ///
        /// - Parameter isOldForm: whether it is in the deprecated version, which has numbers instead of texts.
        /// - Throws: ``ServerRejection`` with the code of its fault.
        init(_ members: [String: JSONValue], isOldForm: Bool) throws(ServerRejection) {
            guard members["customerConsented"]?.asFlag == true else { throw ServerRejection(.invalidCustomerConsented) }
            guard isOldForm || members["sampleContentProvided"]?.asFlag != nil else {
                throw ServerRejection(.invalidSampleContentProvided)
            }
            if isOldForm {
                guard members["deliveryStatus"].map({ $0.asInt != nil }) ?? true else {
                    throw ServerRejection(.invalidDeliveryStatus)
                }
            } else {
                guard Self.deliveries.contains(members["deliveryStatus"]?.asText ?? "") else {
                    throw ServerRejection(.invalidDeliveryStatus)
                }
            }
            consumed = isOldForm ? nil : members["consumptionPercentage"]?.asInt
            guard consumed.map((0...100_000).contains) ?? true else { throw ServerRejection(.generalBadRequest) }
            switch members["refundPreference"] {
            case nil, .null: preference = nil
            case .string("GRANT_FULL"), .number("1"): preference = .full
            case .string("GRANT_PRORATED"): preference = .prorated
            case .string("DECLINE"), .number("2"): preference = .declined
            case .number where isOldForm: preference = nil
            default: throw ServerRejection(.generalBadRequest)
            }
        }
    }
#endif
