extension PurchaseStore {
    /// The latest of what the backend told and was not taken in, the oldest first: what is not genuine, what could not be
    /// judged yet, and what is outside ``EntranceLimits``, whether somebody waited for it or not.
    ///
    /// At most 256 are listed, of the present user's session. What is listed was neither recorded nor granted nor
    /// finished; transactions among it stay with the backend, which tells them again.
    public var refusedReports: [RefusedReport] { engine.refusals.all }

    /// A stream of ``refusedReports``: those that are listed, and then each that follows.
    ///
    /// It is for logs and alarms. It ends when the store closes or switches to another user.
    public var refusals: AsyncStream<RefusedReport> { engine.refusals.stream() }
}
