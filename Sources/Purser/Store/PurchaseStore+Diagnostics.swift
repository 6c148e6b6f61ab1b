extension PurchaseStore {
    /// What an operator of the app wants to know, from now on: retries, dead letters, transactions that were not taken in, trouble
    /// with the ledger, calls that were left behind, and more.
    ///
    /// It goes on through switches of users and ends when the store closes. Nothing in it is private. Of a reader that is slow
    /// the oldest are dropped, at more than 256, and a diagnostic says how many. What nobody listens to is not made.
    public var diagnostics: AsyncStream<StoreDiagnostic> { sessions.diagnostics.stream() }
}

extension StoreDiagnostic {
    /// A call was left behind.
    static var callLeftBehind: StoreDiagnostic {
        StoreDiagnostic(
            .callLeftBehind, .warning,
            message: "A call to the backend or to a handler took longer than its limit; the store goes on without it.")
    }
}
