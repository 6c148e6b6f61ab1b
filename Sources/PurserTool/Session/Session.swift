import Purser
import PurserSimulator

/// The App Store of a `.storekit` file with an open store, for every command except the demo.
struct Session: Sendable {
    let appStore: EmbeddedAppStore
    let store: PurchaseStore
    let clock: MovableClock
    /// The folder of the account; `nil` if the account ends with the program.
    var home: Home?
    /// Whether the file makes every signature invalid, so that no transaction is recorded.
    var rejectsSignatures = false

    /// Opens a session, waits until the unfinished work of earlier runs is recorded and, if automatic, finished; then
    /// works and closes the session.
    ///
    /// - Parameter diagnostics: writes diagnostics for an operator; `nil` for none.
    static func with<Result>(
        _ file: StoreFile, home: Home?, diagnostics: Output? = nil,
        configure: (inout PurchaseStore.Configuration) -> Void = { _ in }, _ body: (Session) async throws -> Result
    ) async throws -> Result {
        let catalog = file.catalog
        let clock = MovableClock()
        // The account's folder is locked from here on; only then is the time read that another run may have moved.
        let appStore =
            try home.map {
                try EmbeddedAppStore(catalog: catalog, path: $0.path, clock: clock, durability: $0.durability)
            } ?? EmbeddedAppStore(catalog: catalog, clock: clock)
        if let home { clock.advance(by: try home.ahead()) }
        var configuration = PurchaseStore.Configuration(backend: appStore)
        if let home { configuration.storage = home.storage }
        configuration.clock = clock
        configuration.retries.catalog = .short
        configuration.retries.payment = .short
        configuration.retries.restore = .short
        configure(&configuration)
        let session = Session(
            appStore: appStore, store: try await PurchaseStore.open(configuration), clock: clock, home: home,
            rejectsSignatures: catalog.settings.failures.verification != nil)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            if let diagnostics {
                group.addTask { [reported = session.store.diagnostics] in
                    for await one in reported { diagnostics.complain("purser: " + Words.withoutCalls("\(one)")) }
                }
            }
            return try await closing(session.close) {
                try await session.waitForRedelivery()
                return try await body(session)
            }
        }
    }

    private func close() async throws {
        try await store.close()
        await appStore.releaseFolder()
    }

    private func waitForRedelivery() async throws {
        try await store.waitUntilReady()
        let isRecorded = await settled {
            // In this order, because finished transactions leave the account first.
            let unfinished = await appStore.unfinishedTransactions
            let rejected = Set(store.rejectedReports.map(\.id))
            if rejectsSignatures { return unfinished.isEmpty || !rejected.isEmpty }
            // Rejected transactions stay unfinished, so the tool does not wait for them.
            let waiting = unfinished.filter { !rejected.contains($0.id) }
            let recorded = Set(await store.unfinished().map(\.transaction))
            return recorded.isSuperset(of: waiting)
        }
        guard isRecorded else { throw ToolError("the unfinished transactions of this account did not arrive") }
        await waitForFinishing()
    }

    /// Waits until all automatic finishes are done.
    func waitForFinishing() async {
        _ = await settled { await store.unfinished().allSatisfy(\.needsFinish) }
    }

    /// Changes the account, and waits until the store has recorded every changed transaction.
    func recording<Result: Sendable>(_ change: () async throws -> Result) async throws -> Result {
        let before = await states()
        let sequence = store.lastSequence
        let result = try await change()
        if !rejectsSignatures {
            let changed = await states().count { before[$0.key] != $0.value }
            _ = await settled { store.lastSequence &- sequence >= changed }
        }
        await waitForFinishing()
        return result
    }

    private func states() async -> [String: StoreTransaction] {
        Dictionary(await appStore.transactions.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
    }
}

extension RetryPolicy {
    /// Three attempts within about a second, because a person is waiting at the terminal.
    fileprivate static let short = RetryPolicy(
        initialDelay: .milliseconds(100), maximumDelay: .seconds(1), maximumAttempts: 3)
}
