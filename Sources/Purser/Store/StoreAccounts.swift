/// The accounts that a store works for, one after the other: `for await account in store.accounts`.
///
/// The present one comes first, then the present one whenever it is another; those that come and go while the reader is busy are
/// left out. Each loop has a position of its own. It ends when the store closes, or its task is cancelled.
public struct StoreAccounts: AsyncSequence, Sendable {
    /// The loop's elements.
    public typealias Element = StoreAccount

    private let sessions: StoreSessions

    init(_ sessions: StoreSessions) { self.sessions = sessions }

    /// The same accounts as a stream of the standard library, for code that wants that type; each stream is one loop.
    public var stream: AsyncStream<StoreAccount> { AsyncStream(pulling: makeAsyncIterator()) }

    /// Begins with the present account.
    public func makeAsyncIterator() -> Iterator { Iterator(sessions) }

    /// How far one loop has read.
    public struct Iterator: AsyncIteratorProtocol, PulledIterator, Sendable {
        private let sessions: StoreSessions
        private var told: (account: StoreAccount, number: Int)?

        fileprivate init(_ sessions: StoreSessions) { self.sessions = sessions }

        /// The next account; `nil` when the store has closed, or the task was cancelled.
        public mutating func next() async -> StoreAccount? {
            while let (engine, number) = await sessions.next(after: told?.number ?? -1) {
                let isNews = told?.account != engine.account
                told = (engine.account, number)
                if isNews { return engine.account }
            }
            return nil
        }
    }
}

extension StoreAccounts: CustomStringConvertible {
    /// What it is.
    public var description: String { "accounts" }
}
