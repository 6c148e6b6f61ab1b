#if Verification
    /// Decides which key signs the next token, when a token is replaced, and what a refusal means.
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
        /// So much before its end it is replaced: a request may be on its way for a while.
        static let margin: Int64 = 300
        /// It is dated so much in the past: a token of Apple's future is refused, and clocks run ahead.
        static let backdating: Int64 = 60

        private(set) var slot = Slot.first
        /// Whether there is a key for the case that the first is refused.
        var hasStandBy = false
        /// The number of the present token.
        private(set) var serial: UInt64 = 0
        /// The date of the present token; `nil` when a new one is to be made.
        private(set) var issuedAt: Int64?
        /// Whether the present token stands for one that was refused.
        private(set) var isRenewal = false
        private var replacesRefused = false

        /// Whether the present token serves now; a clock that was set back makes it one of the future.
        func isUsable(at now: Int64) -> Bool {
            guard let issuedAt else { return false }
            return issuedAt <= now && now < issuedAt + Self.lifetime - Self.margin
        }

        /// A new token is made, with these dates.
        mutating func issued(at now: Int64) -> (issued: Int64, expires: Int64) {
            let date = now - Self.backdating
            serial += 1
            issuedAt = date
            isRenewal = replacesRefused
            replacesRefused = false
            return (date, date + Self.lifetime)
        }

        /// Apple has refused a token.
        ///
        /// - Returns: whether another token may do better.
        mutating func refused(_ refused: UInt64) -> Bool {
            // Somebody else was refused before, and it has been replaced.
            guard refused == serial, issuedAt != nil else { return true }
            guard isRenewal else {
                (issuedAt, replacesRefused) = (nil, true)
                return true
            }
            guard hasStandBy else { return false }
            slot = slot == .first ? .standBy : .first
            (issuedAt, replacesRefused) = (nil, true)
            return true
        }

        /// Apple has accepted a token: the next refusal is a new story.
        mutating func accepted(_ accepted: UInt64) { if accepted == serial { isRenewal = false } }

        /// Another first key signs from now on.
        mutating func replaced() { (slot, issuedAt, isRenewal, replacesRefused) = (.first, nil, false, false) }

        /// The key that stands by is another one, or none.
        mutating func standByChanged(_ isThere: Bool) {
            hasStandBy = isThere
            if slot == .standBy { replaced() }
        }
    }
#endif
