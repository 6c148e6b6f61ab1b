import Purser
import PurserSimulator

/// An App Store of a `.storekit` file with a store open on it: what every command but the demo works on.
struct Session: Sendable {
    let appStore: EmbeddedAppStore
    let store: PurchaseStore
    let clock: MovableClock
    /// What keeps the account; `nil` where it ends with the program.
    let home: Home?
    /// Whether the file makes every signature invalid, so that nothing gets recorded.
    let rejectsSignatures: Bool

    /// An App Store and a store that were opened by whoever makes this, on a clock that they move.
    init(
        appStore: EmbeddedAppStore, store: PurchaseStore, clock: MovableClock, home: Home? = nil,
        rejectsSignatures: Bool = false
    ) {
        self.appStore = appStore
        self.store = store
        self.clock = clock
        self.home = home
        self.rejectsSignatures = rejectsSignatures
    }

    /// Opens both.
    ///
    /// - Parameters:
    ///   - file: what is sold.
    ///   - home: what keeps the account and the ledger; `nil` for both ending with the program.
    ///   - configure: what the command sets up besides.
    /// - Throws: `AccountFileError`, `LedgerFileError`, `PurchaseFailure` or ``ToolError``.
    static func open(
        _ file: StoreFile, home: Home?, _ configure: (inout PurchaseStore.Configuration) -> Void
    ) async throws -> Session {
        let catalog = file.catalog
        let files = try home?.take()
        let clock = try home?.clock() ?? MovableClock()
        let appStore =
            try home?.appStore(catalog, clock: clock) ?? EmbeddedAppStore(catalog: catalog, clock: clock)
        var configuration = PurchaseStore.Configuration(backend: appStore)
        if let home, let files { configuration.storage = home.storage(files) }
        configuration.clock = clock
        configuration.retries.catalog = .short
        configuration.retries.payment = .short
        configuration.retries.restore = .short
        configure(&configuration)
        return Session(
            appStore: appStore, store: try await PurchaseStore.open(configuration), clock: clock, home: home,
            rejectsSignatures: catalog.settings.failures.verification != nil)
    }

    /// Closes the store, and gives the folder back to the next run.
    func close() async {
        await store.close()
        await appStore.leaveHome()
    }

    /// Opens, waits until what earlier runs left half done is recorded and, where Purser does that, finished; works and closes.
    ///
    /// - Parameter diagnostics: where is told what an operator would want to know; `nil` tells nobody.
    static func with<Result>(
        _ file: StoreFile, home: Home?, diagnostics: Output? = nil,
        configure: (inout PurchaseStore.Configuration) -> Void = { _ in }, _ body: (Session) async throws -> Result
    ) async throws -> Result {
        let session = try await open(file, home: home, configure)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            if let diagnostics {
                group.addTask { [reported = session.store.diagnostics] in await report(reported, diagnostics) }
            }
            do {
                try await session.waitForRedelivery()
                let result = try await body(session)
                await session.close()
                return result
            } catch {
                await session.close()
                throw error
            }
        }
    }

    private static func report(_ diagnostics: AsyncStream<StoreDiagnostic>, _ output: Output) async {
        for await diagnostic in diagnostics { output.complain("purser: " + Words.withoutCalls("\(diagnostic)")) }
    }

    private func waitForRedelivery() async throws {
        try await store.waitUntilReady()
        let isRecorded = await settled {
            // In this order: what is finished meanwhile is gone from the account first.
            let unfinished = await appStore.unfinishedTransactions
            let rejected = Set(store.rejectedReports.map(\.id))
            if rejectsSignatures { return unfinished.isEmpty || !rejected.isEmpty }
            // What is not taken in waits at the store, and nobody waits for it here.
            let waiting = unfinished.filter { !rejected.contains($0.id) }
            let recorded = Set(await store.unfinished().map(\.transaction))
            return recorded.isSuperset(of: waiting)
        }
        guard isRecorded else { throw ToolError("the unfinished transactions of this account did not arrive") }
        await waitForFinishing()
    }

    /// Waits until Purser has finished all that it finishes by itself.
    func waitForFinishing() async {
        _ = await settled { await store.unfinished().allSatisfy(\.needsFinish) }
    }

    /// Does something to the account, and waits until the store has recorded every transaction that this changed.
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
    /// Three attempts within about a second: somebody sits in front of the terminal.
    fileprivate static let short = RetryPolicy(
        initialDelay: .milliseconds(100), maximumDelay: .seconds(1), maximumAttempts: 3)
}
