extension PurchaseStore {
    /// What an operator of the app wants to know: retries, dead letters, transactions that were not taken in, trouble
    /// with the ledger, calls that were left behind, and more.
    ///
    /// The first who asks gets everything from the opening of the store on, the others what is told from then on. It goes on
    /// through switches of users and ends when the store closes. Nothing in it is private. Of a reader that is slow the oldest
    /// are dropped, at more than 256, of what was told before the first asked the latest, and a diagnostic says how many.
    public var diagnostics: AsyncStream<StoreDiagnostic> { sessions.diagnostics.stream() }
}

extension StoreDiagnostic {
    /// A call was left behind.
    ///
    /// - Parameter name: what was called.
    static func callLeftBehind(_ name: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .callLeftBehind, .warning, .init(call: name),
            message: "A call of the backend or of a handler took longer than its limit; the store goes on without it.")
    }
}
