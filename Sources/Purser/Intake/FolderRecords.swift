/// The records for all users of a store's folder: their open payments, the holders of transactions, the changes that
/// absent users' ledgers lack, and the promoted purchases.
///
/// Owns the storage of these records. Promises: a record is acknowledged only when it is stored. Never decides
/// anything.
package actor FolderRecords {
    /// The content of the storage.
    package struct Content: Sendable {
        /// The holders of transactions.
        package var accounts = LedgerAccounts()
        /// The open payments, the oldest first; each names its user.
        package var payments: [RecordedPayment] = []
        /// The promoted purchases that were neither bought nor declined.
        package var promotions = RecordedPromotions()
    }

    private let storage: any LedgerStorage
    private nonisolated let known = Lock(false)
    /// Records that are written with the next ones; they only save memory.
    private nonisolated let deferred = Lock<[LedgerRecord]>([])

    /// Nothing is read before the first call of ``read(_:)``.
    package init(storage: any LedgerStorage) { self.storage = storage }

    /// Whether the storage was read, and nothing has failed since.
    package nonisolated var isRead: Bool { known.withLock { $0 } }

    /// Whether anything may be recorded; nothing is opened or made for that.
    package func mayHaveRecords() async -> Bool {
        (try? await onWorker { $0.mayHaveRecords }) ?? true
    }

    /// Reads everything, unless another caller has done so.
    ///
    /// - Throws: the error of the storage.
    package func read(_ body: @Sendable (Content) -> Void) async throws {
        guard !isRead else { return }
        let content = try await onWorker { storage in
            let (state, _) = try storage.takeState() ?? storage.contents(after: LedgerState())
            return Content(
                accounts: state.accounts, payments: state.payments.ordered, promotions: state.promotions)
        }
        guard !isRead else { return }
        body(content)
        known.withLock { $0 = true }
    }

    /// Stores records; they are synced on return.
    ///
    /// - Throws: the error of the storage, which then has to be read again.
    package func append(_ records: [LedgerRecord]) async throws {
        let all = takePosted() + records
        do {
            try await onWorker { try $0.append(all, isUrgent: true) }
        } catch {
            failed()
            throw error
        }
    }

    /// The records for the next write, which are not written otherwise.
    package nonisolated func takePosted() -> [LedgerRecord] {
        deferred.withLock { deferred in
            defer { deferred = [] }
            return deferred
        }
    }

    /// A write of these records together with a user's has failed: some of it may be stored anyway.
    package nonisolated func failed() {
        known.withLock { $0 = false }
        storage.putBack(nil, updates: [])
    }

    /// Adds records to the next write.
    package nonisolated func post(_ records: [LedgerRecord]) { deferred.withLock { $0 += records } }

    /// Ends the writing; the storage stays open.
    package func close() async { try? await onWorker { $0.close() } }

    private func onWorker<Value: Sendable>(
        _ work: @escaping @Sendable (any LedgerStorage) throws -> Value
    ) async throws -> Value {
        try await storage.worker.run { [storage] in try work(storage) }
    }
}
