#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Records to whom transactions belong that name no user: to the user who was present when they arrived.
///
/// Owns the claims and their storage. Promises: a claim is acknowledged only when it is stored; no transaction is ever
/// claimed by two users, also when the program dies between the claim and the transaction's own record, for then the
/// claim stays. The sessions of a store call it one at a time. Never touches the users' ledgers.
package actor TransactionClaims {
    private let storage: any LedgerStorage
    /// The user who has claimed a transaction and its renewals, by the original transaction's identifier; `nil` until
    /// the claims have been read from the storage.
    private var claims: [String: UUID]?

    /// No claims are read before the first call of ``open()``.
    package init(storage: any LedgerStorage) { self.storage = storage }

    /// Reads what was claimed before.
    ///
    /// When that is done already, it does nothing.
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

    /// Claims those transactions that nobody has claimed.
    ///
    /// - Parameter ids: identifiers of original transactions.
    /// - Returns: those that another user has claimed before.
    /// - Throws: what the storage throws; none is claimed then.
    package func claim(_ ids: [String], for user: UUID) async throws -> [String] {
        try await open()
        let known = claims ?? [:]
        let new = Set(ids).filter { known[$0] == nil }.sorted()
        if !new.isEmpty {
            // If this write fails, some claims may be stored all the same, so they are read again at the next call.
            claims = nil
            try await onWorker { try $0.append(new.map { .claim($0, user) }, isUrgent: true) }
            claims = known.merging(new.map { ($0, user) }) { _, new in new }
        }
        return ids.filter { claims?[$0] != user }
    }

    /// Closes the storage.
    package func close() async { try? await onWorker { $0.close() } }

    private func onWorker<Value: Sendable>(
        _ work: @escaping @Sendable (any LedgerStorage) throws -> Value
    ) async throws -> Value {
        try await storage.worker.run { [storage] in try work(storage) }
    }
}
