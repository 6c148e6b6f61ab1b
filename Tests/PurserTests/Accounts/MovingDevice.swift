import Foundation
import PurserTesting

@testable import Purser

/// A storage that outlives its stores, and dies at a chosen write.
final class MortalDisk: Sendable {
    let storage = KeptStorage()
    private let dead = Lock(false)

    var isDead: Bool { dead.withLock(\.self) }

    /// - Parameter isStored: whether the last write is stored, though nobody learns of it.
    func dies(after writes: Int, isStored: Bool) {
        let left = Lock(writes)
        storage.decide { [dead] _ in
            guard !dead.withLock(\.self) else { return .failed() }
            let isLast = left.withLock { left in
                left -= 1
                return left < 0
            }
            guard isLast else { return .stored }
            dead.withLock { $0 = true }
            return .failed(isStored: isStored)
        }
    }

    func revive() {
        dead.withLock { $0 = false }
        storage.decide { _ in .stored }
    }
}

/// A device with the ledgers of several users, on which stores are opened one after the other.
final class MovingDevice: Sendable {
    let disk = MortalDisk()
    private let noted = Lock((grants: [String](), revocations: [String](), sessions: 0))

    /// What was granted, and to whom, in order.
    var grants: [String] { noted.withLock(\.grants) }
    /// What was taken back, and from whom, in order.
    var revocations: [String] { noted.withLock(\.revocations) }

    /// One launch for a user, in which the store tells a transaction; it ends when all is done, or when the disk is dead.
    func session(_ user: UUID, _ transaction: StoreTransaction?) async throws {
        guard let (store, backend) = try await open(user) else { return }
        let marker = noted.withLock { noted in
            noted.sessions += 1
            return "marker \(noted.sessions)"
        }
        if let transaction { backend.inbox.put([transaction.reported(.other(nil))]) }
        let last = StoreTransaction.sample(marker, "marker") { $0.appAccountToken = user }
        backend.inbox.put([last.reported(.other(nil))])
        try await eventually { [disk] in
            if disk.isDead { return true }
            return await store.engine.ledger.transaction(marker)?.progress.state == .done
        }
        if !disk.isDead {
            try await eventually { [disk] in await store.unfinished().isEmpty || disk.isDead }
        }
        try await store.close()
    }

    /// What became of a transaction for a user, in order.
    func kinds(_ user: UUID, _ id: String) async throws -> [StoreUpdate.Kind] {
        var kinds: [StoreUpdate.Kind] = []
        try disk.storage.load(.user(UserID(user))) { record in
            if case .update(let update, _) = record, update.transaction.id == id { kinds.append(update.kind) }
        }
        return kinds
    }

    private func open(_ user: UUID) async throws -> (store: PurchaseStore, backend: ScriptedBackend)? {
        let backend = ScriptedBackend()
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.account = .user(user)
        configuration.accountMoves = .move
        configuration.storage = disk.storage
        configuration.grant = { [noted] update in
            guard update.transaction.productID != "marker" else { return }
            noted.withLock { $0.grants.append("\(update.transaction.id) for \(user)") }
        }
        configuration.revoke = { [noted] update in
            noted.withLock { $0.revocations.append("\(update.transaction.id) for \(user)") }
        }
        do {
            return (try await PurchaseStore.open(configuration), backend)
        } catch {
            guard disk.isDead else { throw error }
            return nil
        }
    }
}
