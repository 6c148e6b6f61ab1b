/// A recorded transaction that is being delivered.
package struct DeliveryJob: Sendable {
    /// Its state when it was queued.
    package var transaction: LedgerTransaction
    /// The waiting payment that is answered after the delivery.
    package var answers: PaymentToken?

    /// A job for a transaction.
    package init(transaction: LedgerTransaction, answers: PaymentToken?) {
        self.transaction = transaction
        self.answers = answers
    }

    /// The transaction.
    package var id: String { transaction.transaction.ledgerID }

    fileprivate mutating func takePayer() -> DeliveryPayer? {
        answers.take().map { DeliveryPayer(token: $0, transactionID: id, productID: transaction.transaction.productID) }
    }
}

/// A caller that waits until a recorded transaction has been delivered.
package struct DeliveryPayer: Sendable, Hashable {
    /// The payment.
    package var token: PaymentToken
    /// The transaction that answers it.
    package var transactionID: String
    /// The product that was bought.
    package var productID: String
}

/// The running and waiting deliveries: a limited number at once, begun in the order of the updates, one at a time for
/// each transaction.
///
/// It also has the waiting callers; each payer is returned once, to be answered.
package struct DeliveryState: Sendable {
    private var queue = Fifo<DeliveryJob>()
    private var running: Set<String> = []
    /// Jobs for a transaction that is being delivered; they are queued when that has ended.
    private var behind: [String: [DeliveryJob]] = [:]
    private var payers: [String: DeliveryPayer] = [:]
    /// Those that run and wait until a step can be recorded.
    private var stuck: Set<String> = []
    /// Whether any call may wait for a job in the queue.
    private var queueHasPayers = false
    /// Manual purchases that were passed to the app in this launch, or since it requested them again, and the update of
    /// each.
    private var inHand: [String: UInt64] = [:]
    /// The running ones that timed out, and no longer count against the limit.
    private var overdue: Set<String> = []
    /// The callers that waited for them, and are not answered yet.
    private var overduePayers: [DeliveryPayer] = []
    private let limit: Int

    /// Makes a queue without jobs, with a limit of at least one.
    package init(limit: Int) { self.limit = max(1, limit) }

    /// Jobs came in.
    package mutating func arrived(_ jobs: [DeliveryJob]) {
        for job in jobs { append(job) }
    }

    private mutating func append(_ job: DeliveryJob) {
        if job.answers != nil { queueHasPayers = true }
        forgetInHand(job.transaction.update)
        queue.append(job)
    }

    /// Removes and returns the jobs that may begin now.
    package mutating func begin() -> [DeliveryJob] {
        var begun: [DeliveryJob] = []
        while running.count - overdue.count < limit, var job = queue.popFirst() {
            if running.insert(job.id).inserted {
                if let payer = job.takePayer() { payers[job.id] = payer }
                begun.append(job)
            } else {
                if overdue.contains(job.id), let payer = job.takePayer() { overduePayers.append(payer) }
                behind[job.id, default: []].append(job)
            }
        }
        return begun
    }

    /// Records the end of a job, with or without success.
    package mutating func ended(_ id: String) {
        running.remove(id)
        stuck.remove(id)
        overdue.remove(id)
        payers[id] = nil
        for job in behind.removeValue(forKey: id) ?? [] { append(job) }
    }

    /// The payer that is answered now that a running job is done.
    package mutating func takePayer(of id: String) -> DeliveryPayer? { payers.removeValue(forKey: id) }

    // MARK: Handlers that take long

    /// Records a handler that timed out: the delivery continues without a place, and no call waits for it any more.
    package mutating func timedOut(_ id: String) {
        guard running.contains(id) else { return }
        overdue.insert(id)
        overduePayers += takePayers(waitingFor: id)
    }

    /// The payers of deliveries that timed out; each once.
    package mutating func takeOverduePayers() -> [DeliveryPayer] {
        defer { overduePayers = [] }
        return overduePayers
    }

    // MARK: Manual purchases

    /// Forgets that the app has a purchase that was revoked and reinstated, so that it is passed to the app again.
    private mutating func forgetInHand(_ update: StoreUpdate) {
        guard update.kind == .reinstated, let given = inHand[update.transaction.ledgerID], given < update.sequence
        else {
            return
        }
        inHand[update.transaction.ledgerID] = nil
    }

    /// Records a manual purchase that is passed to a payer, with this update.
    package mutating func noteInHand(_ id: String, by sequence: UInt64) {
        inHand[id] = max(inHand[id] ?? 0, sequence)
    }

    /// A manual purchase without a waiting payer may be passed to the app's handler.
    ///
    /// - Returns: whether to pass it; false when it was passed before. From now on it counts as passed.
    package mutating func deliver(_ update: StoreUpdate) -> Bool {
        guard inHand[update.transaction.ledgerID] == nil else { return false }
        inHand[update.transaction.ledgerID] = update.sequence
        return true
    }

    /// Makes all of them be passed to the app again.
    package mutating func deliverAgain() { inHand = [:] }

    // MARK: While nothing can be recorded

    /// A step of a running job could not be recorded, and is retried.
    ///
    /// - Returns: the payers that would wait that long: its own, and those in the queue when all running jobs are
    ///   delayed in this way.
    package mutating func stuck(_ id: String) -> [DeliveryPayer] {
        stuck.insert(id)
        var left = takePayers(waitingFor: id)
        if stuck.subtracting(overdue).count >= limit, queueHasPayers { left += takePayersInQueue() }
        return left
    }

    /// Removes all payers of a transaction that is being delivered: of the running job, and of the waiting ones.
    private mutating func takePayers(waitingFor id: String) -> [DeliveryPayer] {
        var found: [DeliveryPayer] = []
        if let payer = payers.removeValue(forKey: id) { found.append(payer) }
        for index in (behind[id] ?? []).indices {
            if let payer = behind[id]?[index].takePayer() { found.append(payer) }
        }
        return found
    }

    private mutating func takePayersInQueue() -> [DeliveryPayer] {
        var left: [DeliveryPayer] = []
        var rest = Fifo<DeliveryJob>()
        while var job = queue.popFirst() {
            if let payer = job.takePayer() { left.append(payer) }
            rest.append(job)
        }
        queue = rest
        queueHasPayers = false
        return left
    }

    /// Records that the step of a running job has now been stored.
    package mutating func recorded(_ id: String) { stuck.remove(id) }
}
