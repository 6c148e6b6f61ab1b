#if Verification
    /// Decides which key signs the next token, when a token is replaced, and what happens after a rejection.
    ///
    /// Times are seconds since 1970.
    struct BearerState: Sendable {
        /// The key that signs.
        enum Slot: Sendable, Hashable {
            case first
            case standBy
        }

        /// The time for which a token is valid, in seconds; Apple accepts up to an hour.
        static let lifetime: Int64 = 1_200
        /// The time before its end at which a token is replaced, because a request may take some time to arrive.
        static let margin: Int64 = 300
        /// The time by which a token is backdated: Apple rejects tokens from the future, and a server's clock may be
        /// ahead.
        static let backdating: Int64 = 60

        private(set) var slot = Slot.first
        /// Whether there is a stand-by key.
        var hasStandBy = false
        /// The number of the current token.
        private(set) var serial: UInt64 = 0
        /// The date of the current token; `nil` if a new one is due.
        private(set) var issuedAt: Int64?
        /// Whether the current token replaces a rejected one.
        private(set) var isRenewal = false
        private var replacesRejected = false

        /// Whether the current token is usable now; after the clock was set back, its date is in the future.
        func isUsable(at now: Int64) -> Bool {
            guard let issuedAt else { return false }
            return issuedAt <= now && now < issuedAt + Self.lifetime - Self.margin
        }

        /// Records a new token, and returns its dates.
        mutating func issued(at now: Int64) -> (issued: Int64, expires: Int64) {
            let date = now - Self.backdating
            serial += 1
            issuedAt = date
            isRenewal = replacesRejected
            replacesRejected = false
            return (date, date + Self.lifetime)
        }

        /// Records a token that Apple rejected.
        ///
        /// - Returns: whether a request with another token may succeed.
        mutating func rejected(_ rejected: UInt64) -> Bool {
            // Another call was rejected before, and the token is already replaced.
            guard rejected == serial, issuedAt != nil else { return true }
            guard isRenewal else {
                (issuedAt, replacesRejected) = (nil, true)
                return true
            }
            guard hasStandBy else { return false }
            slot = slot == .first ? .standBy : .first
            (issuedAt, replacesRejected) = (nil, true)
            return true
        }

        /// Records an accepted token: the next rejection renews it again.
        mutating func accepted(_ accepted: UInt64) { if accepted == serial { isRenewal = false } }

        /// Records the replacement of the first key.
        mutating func replaced() { (slot, issuedAt, isRenewal, replacesRejected) = (.first, nil, false, false) }

        /// Records the replacement or removal of the stand-by key.
        mutating func standByChanged(_ isThere: Bool) {
            hasStandBy = isThere
            if slot == .standBy { replaced() }
        }
    }
#endif
