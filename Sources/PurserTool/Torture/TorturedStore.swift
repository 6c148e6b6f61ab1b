import Purser
import PurserSimulator

/// A store that is tortured, with one user or with several.
protocol TorturedStore: Sendable {
    /// The App Store, with the account in the folder.
    var appStore: EmbeddedAppStore { get }
    /// The store on it.
    var store: PurchaseStore { get }

    /// Notes the updates until the store is closed.
    ///
    /// - Throws: what following the updates throws.
    func read() async throws
}

extension TorturedStore {
    /// Small, so that logs are sealed and compacted all the time.
    static var logSize: Int { 1 << 13 }

    /// Closes the store, and gives the folder back to the next run.
    func close() async {
        await store.close()
        await appStore.leaveHome()
    }

    /// Does something while the updates are noted, and closes the store, however it ends.
    ///
    /// - Throws: what `work` or ``read()`` throws.
    func whileReading<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await withThrowingTaskGroup { group in
                group.addTask { try await read() }
                let result = try await work()
                await close()
                try await group.waitForAll()
                return result
            }
        } catch {
            await close()
            throw error
        }
    }
}
