extension StoreDiagnostic {
    /// A call waits for its deadline by a clock that does not move.
    static func clockStandsStill(_ clock: any StoreClock, while call: WaitingCall) -> StoreDiagnostic {
        let product = call.productID.map { " of \(Wording.short($0, limit: 256))" } ?? ""
        return StoreDiagnostic(
            .clockStandsStill, .warning, .init(productID: call.productID, call: call.name),
            message:
                "\(call.name)\(product) waits for its deadline by the clock of this store (\(type(of: clock))), which "
                + "has not moved for a second of real time. Advance the clock from another task while the call waits, "
                + "or open the store with a clock that runs, such as SystemClock.")
    }

    /// A call of this name timed out.
    static func callTimedOut(_ name: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .callTimedOut, .warning, .init(call: name),
            message: "A call of the backend or of a handler took longer than its limit; the store continues without "
                + "it.")
    }
}
