import Purser
import PurserSimulator

/// An App Store of a `.storekit` file with a store open on it: what every command but the demo works on.
struct Session: Sendable {
    let appStore: EmbeddedAppStore
    let store: PurchaseStore
    let gate: GrantGate
    /// Whether the file makes every signature invalid, so that nothing gets recorded.
    let refusesSignatures: Bool

    /// Opens both, and waits until what earlier runs left unfinished is recorded.
    ///
    /// - Parameter home: the folder that keeps the account; `nil` for an account that ends with the program.
    /// - Throws: `AccountFileError`, `PurchaseFailure` or ``ToolError``.
    static func open(_ file: StoreFile, home: String?) async throws -> Session {
        let catalog = file.catalog
        let appStore =
            try home.map { try EmbeddedAppStore(catalog: catalog, home: $0) } ?? EmbeddedAppStore(catalog: catalog)
        let gate = GrantGate()
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.grant = { try await gate.pass($0) }
        // Those that the gate holds must not keep others waiting.
        configuration.concurrentDeliveries = .max
        configuration.retries.catalog = .short
        configuration.retries.payment = .short
        configuration.retries.restore = .short
        let session = Session(
            appStore: appStore, store: try await PurchaseStore.open(configuration), gate: gate,
            refusesSignatures: catalog.settings.failures.verification != nil)
        do {
            try await session.waitForRedelivery()
        } catch {
            await session.store.close()
            throw error
        }
        return session
    }

    /// Opens, works and closes.
    static func with<Result>(
        _ file: StoreFile, home: String?, _ body: (Session) async throws -> Result
    ) async throws -> Result {
        let session = try await open(file, home: home)
        do {
            let result = try await body(session)
            await session.store.close()
            return result
        } catch {
            await session.store.close()
            throw error
        }
    }

    private func waitForRedelivery() async throws {
        try await store.waitUntilReady()
        let isRecorded = await settled {
            if refusesSignatures { return true }
            // In this order: what is finished meanwhile is gone from the account first.
            let waiting = await appStore.unfinishedCount
            return await store.unfinished().count >= waiting
        }
        guard isRecorded else { throw ToolError("the unfinished transactions of this account did not arrive") }
        gate.setLastOld(store.lastSequence)
        await waitForFinishing()
    }

    /// Waits until Purser has finished all that it finishes by itself.
    func waitForFinishing() async {
        _ = await settled {
            await store.unfinished().allSatisfy { $0.needsFinish || gate.holds($0.update) }
        }
    }

    /// Does something to the account, and waits until the store has recorded every transaction that this changed.
    func recording<Result: Sendable>(_ change: () async throws -> Result) async throws -> Result {
        let before = await states()
        let sequence = store.lastSequence
        let result = try await change()
        if !refusesSignatures {
            let changed = await states().count { before[$0.key] != $0.value }
            _ = await settled { store.lastSequence >= sequence + UInt64(changed) }
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
