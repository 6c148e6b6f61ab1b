#if Verification
    /// Decides which key signs the next token, when a token is replaced, and what follows when Apple rejects one.
    ///
    /// Times are seconds since 1970.
    struct BearerState: Sendable {
        /// Which of the two keys signs.
        enum Slot: Sendable, Hashable {
            case first
            case standBy
        }

        /// How long a token is valid; Apple takes up to an hour.
        static let lifetime: Int64 = 1_200
        /// How long before its end a token is replaced: a request may be on its way for a while.
        static let margin: Int64 = 300
        /// How far in the past a token is dated: Apple rejects a token of the future, and clocks run ahead.
        static let backdating: Int64 = 60

        private(set) var slot = Slot.first
        /// Whether there is a stand-by key.
        var hasStandBy = false
        /// The number of the present token.
        private(set) var serial: UInt64 = 0
        /// The date of the present token; `nil` when a new one is due.
        private(set) var issuedAt: Int64?
        /// Whether the present token replaces one that Apple rejected.
        private(set) var isRenewal = false
        private var replacesRejected = false

        /// Whether the present token is usable now; after the clock was set back it is one of the future.
        func isUsable(at now: Int64) -> Bool {
            guard let issuedAt else { return false }
            return issuedAt <= now && now < issuedAt + Self.lifetime - Self.margin
        }

        /// A new token is made; returns its dates.
        mutating func issued(at now: Int64) -> (issued: Int64, expires: Int64) {
            let date = now - Self.backdating
            serial += 1
            issuedAt = date
            isRenewal = replacesRejected
            replacesRejected = false
            return (date, date + Self.lifetime)
        }

        /// Apple rejected a token.
        ///
        /// - Returns: whether a request with another token may succeed.
        mutating func rejected(_ rejected: UInt64) -> Bool {
            // Another call met this before, and the token was replaced.
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

        /// Apple accepted a token: the next rejection renews it again.
        mutating func accepted(_ accepted: UInt64) { if accepted == serial { isRenewal = false } }

        /// The first key was replaced.
        mutating func replaced() { (slot, issuedAt, isRenewal, replacesRejected) = (.first, nil, false, false) }

        /// The stand-by key was replaced or removed.
        mutating func standByChanged(_ isThere: Bool) {
            hasStandBy = isThere
            if slot == .standBy { replaced() }
        }
    }
#endif
