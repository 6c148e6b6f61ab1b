// The open payments as they are recorded.
extension OpenPayments {
    /// Applies a user's record, or one that all users share; only records of payments change anything.
    ///
    /// A payment without a recorded ending stays registered.
    package mutating func apply(_ record: LedgerRecord, of user: UserID?) {
        switch record {
        case .intent(let intent): insert(PaymentRow(intent, of: user))
        case .piece(.openIntent(let intent, let ending)):
            insert(PaymentRow(intent, of: user))
            if let ending { end(intent.token, ending) }
        case .intentEnded(let token, let ending): end(token, ending)
        case .update(let update, _) where update.kind != .statusChanged:
            if let intent = update.intent { remove(intent.token) }
        case .forgotten(let user): removeAll(of: user)
        default: break
        }
    }

    private mutating func end(_ token: PaymentToken, _ state: PaymentState) {
        if state.isOver {
            remove(token)
        } else {
            update(token) { $0.state = state }
            dropExcess()
        }
    }

    /// Removes the payments of a user.
    package mutating func removeAll(of user: UserID) { for row in all where row.user == user { remove(row.token) } }

    func write(_ body: (LedgerRecord) throws -> Void) rethrows {
        var section: LedgerKey?
        for row in ordered {
            let key = LedgerKey(row.user)
            if section != key { try body(.section(key)) }
            section = key
            try body(.piece(.openIntent(row.intent, row.state.recorded)))
        }
    }
}
