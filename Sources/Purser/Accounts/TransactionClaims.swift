#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Whose the transactions are that name no user: those of the user who was present when they came.
///
/// Owns the claims and their storage. Promises: a claim is acknowledged only when it is stored, and no two users ever
/// have the same one, also when the program dies between claim and record: then it stays the claimant's. The sessions
/// of a store call it one at a time. Never touches the users' ledgers.
package actor TransactionClaims {
    private let storage: any LedgerStorage
    /// Whose each line of transactions is, by its original transaction; `nil` until it has been read.
    private var claims: [String: UUID]?

    package init(storage: any LedgerStorage) { self.storage = storage }

    /// Reads what was claimed before; harmless when that is done.
    ///
    /// - Throws: what the storage throws.
    package func open() async throws {
        guard claims == nil else { return }
        claims = try await onWorker { storage in
            var claims: [String: UUID] = [:]
            try storage.load { record in
                if case .claim(let id, let user) = record { claims[id] = user }
            }
            return claims
        }
    }

    /// Claims what nobody has.
    ///
    /// - Returns: those that another user has.
    /// - Throws: what the storage throws; none is claimed then.
    package func claim(_ ids: [String], for user: UUID) async throws -> [String] {
        try await open()
        let known = claims ?? [:]
        let new = Set(ids).filter { known[$0] == nil }.sorted()
        if !new.isEmpty {
            // Should it fail, only the storage knows what it has.
            claims = nil
            try await onWorker { try $0.append(new.map { .claim($0, user) }, isUrgent: true) }
            claims = known.merging(new.map { ($0, user) }) { _, new in new }
        }
        return ids.filter { claims?[$0] != user }
    }

    /// Lets go of the storage.
    package func close() async { try? await onWorker { $0.close() } }

    private func onWorker<Value: Sendable>(
        _ work: @escaping @Sendable (any LedgerStorage) throws -> Value
    ) async throws -> Value {
        try await storage.worker.run { [storage] in try work(storage) }
    }
}
