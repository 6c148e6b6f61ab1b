#if canImport(StoreKit)
    import Purser

    /// The reports of StoreKit 1's queue in this launch, and which of them are passed to the store.
    ///
    /// StoreKit 1 names no payment. It is decided here only whether a transaction can answer one at all: only a
    /// transaction that the queue reports as being purchased after this launch added a payment can. Older transactions
    /// of the queue are reported to a new observer as if they were new, possibly seconds later. Purser decides which
    /// payment a transaction answers.
    struct StoreKit1State: Sendable {
        /// The values that distinguish payments.
        struct Key: Sendable, Hashable {
            var productID: String
            var quantity: Int
            var username: String?
        }

        /// One transaction of the queue.
        typealias Handle = Int

        private(set) var isActive = false
        /// Payments of this launch that the queue has not reported yet.
        private var underWay: [Key: Int] = [:]
        /// Transactions that were reported as being purchased for a payment of this launch, and have not answered it yet.
        private var begun: Set<Handle> = []
        /// Deferred transactions, by their handles.
        private var deferred: [Handle: Key] = [:]
        private var restores: [RestoreID] = []
        /// Reports that the queue makes only once, received while the store did not listen and the observer was not
        /// removed yet.
        private var unreported: [BackendEvent] = []
        /// Failed transactions have no identifier of StoreKit's: they get one of these.
        private var failures = 0
        private var failedIDs: [Handle: String] = [:]
        private var handles: [String: Handle] = [:]
        /// Reported transactions, as long as they are in the queue.
        private var reported: Set<Handle> = []
        /// Transactions that StoreKit was called to finish, and that it has not removed yet.
        private var finishing: Set<String> = []

        /// Records the activation: the whole queue is reported, including transactions that were reported or finished
        /// before.
        mutating func activated() {
            isActive = true
            (finishing, reported) = ([], [])
        }

        /// Records the deactivation: the end of a restore is no longer reported.
        mutating func deactivated() {
            isActive = false
            restores = []
        }

        /// Whether the store listens to these; reports that the queue would not repeat are kept for the next
        /// activation.
        mutating func mayReport(_ events: [BackendEvent]) -> Bool {
            if !isActive { unreported += events.filter(\.isSaidOnce) }
            return isActive
        }

        /// Returns the kept reports, and removes them.
        mutating func takeUnreported() -> [BackendEvent] {
            defer { unreported = [] }
            return unreported
        }

        // MARK: Payments

        /// Records a payment that is about to be added to the queue.
        mutating func submitted(_ key: Key) { underWay[key, default: 0] += 1 }

        /// Whether the queue has not reported a payment of this kind yet; it then has.
        private mutating func takesPayment(_ key: Key) -> Bool {
            // StoreKit may have forgotten the user's name.
            let fitting =
                underWay[key] != nil
                ? key : underWay.keys.first { $0.productID == key.productID && $0.quantity == key.quantity }
            guard let fitting, let count = underWay[fitting] else { return false }
            underWay[fitting] = count > 1 ? count - 1 : nil
            return true
        }

        // MARK: The queue

        /// Records a changed transaction of the queue.
        ///
        /// - Parameters:
        ///   - transaction: its values now.
        ///   - handle: identifies it.
        ///   - isLeftover: whether it was in the queue before the activation, or is reported again.
        ///   - describe: makes a transaction of it.
        /// - Returns: the event to pass on; `nil` when there is none.
        mutating func updated(
            _ transaction: QueueTransaction, _ handle: Handle, isLeftover: Bool,
            describe: (QueueTransaction, String) -> StoreTransaction
        ) -> BackendEvent? {
            let key = Key(
                productID: transaction.productID, quantity: transaction.quantity, username: transaction.username)
            switch transaction.state {
            case .purchasing:
                if deferred[handle] == nil, !begun.contains(handle), takesPayment(key) { begun.insert(handle) }
                return nil
            case .deferred: return put(off: key, handle, transaction, isLeftover)
            case .failed(let error): return failed(error, key, handle, transaction, isLeftover)
            case .purchased, .restored: break
            }
            guard let id = transaction.id else { return nil }
            if finishing.contains(id) {
                if isLeftover { return nil }
                // StoreKit reports a finished transaction again: the finish failed, and the next payment may be
                // answered with it.
                finishing.remove(id)
                reported.remove(handle)
                if takesPayment(key) { begun.insert(handle) }
            }
            let isKnown = !reported.insert(handle).inserted
            guard isLeftover || !isKnown else { return nil }
            handles[id] = handle
            return .transaction(
                BackendTransaction(describe(transaction, id), origin: origin(of: transaction, handle, isLeftover)))
        }

        private mutating func origin(
            of transaction: QueueTransaction, _ handle: Handle, _ isLeftover: Bool
        ) -> BackendTransaction.Origin {
            if case .restored = transaction.state { return restores.first.map { .restore($0) } ?? .other(nil) }
            let wasDeferred = deferred.removeValue(forKey: handle) != nil
            // A transaction that came while the store did not listen has answered its payment, too.
            let answers = begun.remove(handle) != nil
            return answers && !isLeftover && !wasDeferred ? .payment(nil) : .other(nil)
        }

        private mutating func put(
            off key: Key, _ handle: Handle, _ transaction: QueueTransaction, _ isLeftover: Bool
        ) -> BackendEvent? {
            let answers = begun.remove(handle) != nil || !isLeftover && takesPayment(key)
            guard deferred.updateValue(key, forKey: handle) == nil, !isLeftover, answers else { return nil }
            return .paymentEnded(ending(transaction, .pending))
        }

        private mutating func failed(
            _ error: BackendFailure?, _ key: Key, _ handle: Handle, _ transaction: QueueTransaction, _ isLeftover: Bool
        ) -> BackendEvent? {
            let isKnown = !reported.insert(handle).inserted
            guard isLeftover || !isKnown else { return nil }
            let wasDeferred = deferred.removeValue(forKey: handle) != nil
            if failedIDs[handle] == nil {
                failures += 1
                failedIDs[handle] = "failed payment \(failures)"
            }
            var ended = ending(transaction, error.map { .failed($0) } ?? .cancelled)
            ended.failedTransactionID = failedIDs[handle]
            // One that fails at once may never have been reported as being purchased.
            let answers = begun.remove(handle) != nil || !isKnown && !isLeftover && !wasDeferred && takesPayment(key)
            ended.isLeftover = isLeftover || wasDeferred || !answers
            handles[ended.failedTransactionID ?? ""] = handle
            return .paymentEnded(ended)
        }

        private func ending(_ transaction: QueueTransaction, _ result: PaymentEnding.Result) -> PaymentEnding {
            PaymentEnding(
                token: nil, productID: transaction.productID, result: result, quantity: transaction.quantity)
        }

        /// Records a transaction that StoreKit has removed from its queue.
        mutating func removed(_ handle: Handle) {
            reported.remove(handle)
            begun.remove(handle)
            deferred[handle] = nil
            for (id, known) in handles where known == handle {
                handles[id] = nil
                finishing.remove(id)
            }
            failedIDs[handle] = nil
        }

        // MARK: Finishing

        /// A transaction is to be finished.
        ///
        /// - Returns: which one it is in the queue; `nil` when it is finished already.
        mutating func finished(_ id: String) -> Handle? {
            guard let handle = handles[id], finishing.insert(id).inserted else { return nil }
            return handle
        }

        // MARK: Restores

        mutating func restoring(_ id: RestoreID) { restores.append(id) }

        /// Records that StoreKit's queue has ended the oldest restore.
        mutating func restored(_ error: BackendFailure?) -> BackendEvent? {
            restores.isEmpty ? nil : .restoreEnded(restores.removeFirst(), error)
        }
    }

    extension BackendEvent {
        /// Whether the queue reports it only once: transactions are in the queue until they are finished, and are
        /// reported again.
        fileprivate var isSaidOnce: Bool {
            switch self {
            case .entitlementsRevoked, .promotedPurchase, .storefrontChanged: true
            default: false
            }
        }
    }
#endif
