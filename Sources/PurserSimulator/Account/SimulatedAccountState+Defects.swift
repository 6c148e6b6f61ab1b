import Purser

extension SimulatedAccountState {
    /// A payment is answered with a transaction that was bought before; nothing is charged.
    mutating func answered(_ payment: BackendPayment, by place: Int) -> BackendEvent {
        let token = echoesTokens ? payment.token : nil
        if let token {
            // The same payment that comes again is answered as it was.
            if case .bought(let known)? = book.payments[token] { return reported(known, .payment(token)) }
            book.payments[token] = .bought(place)
        }
        return reported(place, .payment(token))
    }

    /// The store gives a line another original identifier: its first transaction says so, and those that come.
    mutating func changedOriginalID(of id: LineID, at now: Timestamp) {
        guard let line = book[id], let number = Int(originalID(of: line)), number < Int.max / 2 else { return }
        _ = describeAnew(line.first, at: now) { $0.originalID = String(number + Self.originalIDStep) }
        sign(line, at: now)
    }

    /// So far apart are the original identifiers that a line has one after the other: no transaction has one of them.
    private static let originalIDStep = 5_000_000_000_000
}
