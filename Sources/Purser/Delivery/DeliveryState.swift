/// A recorded transaction on its way to the customer.
package struct DeliveryJob: Sendable {
    package var transaction: LedgerTransaction
    /// The waiting payment that is answered when the goods have been handed over.
    package var answers: PaymentToken?

    package init(transaction: LedgerTransaction, answers: PaymentToken?) {
        self.transaction = transaction
        self.answers = answers
    }

    package var id: String { transaction.transaction.id }
}

/// Which deliveries run and which wait: so many at once, begun in the order of the updates, one at a time for each
/// transaction.
package struct DeliveryState: Sendable {
    private var line = Fifo<DeliveryJob>()
    private var running: Set<String> = []
    /// Jobs for a transaction that is being delivered; they go on when that has ended.
    private var behind: [String: [DeliveryJob]] = [:]
    private let limit: Int

    package init(limit: Int) { self.limit = max(1, limit) }

    /// Jobs came in.
    package mutating func arrived(_ jobs: [DeliveryJob]) {
        for job in jobs { line.append(job) }
    }

    /// Takes the jobs that may begin now.
    package mutating func begin() -> [DeliveryJob] {
        var begun: [DeliveryJob] = []
        while running.count < limit, let job = line.popFirst() {
            if running.insert(job.id).inserted {
                begun.append(job)
            } else {
                behind[job.id, default: []].append(job)
            }
        }
        return begun
    }

    /// A job has ended, well or not.
    package mutating func ended(_ id: String) {
        running.remove(id)
        for job in behind.removeValue(forKey: id) ?? [] { line.append(job) }
    }
}
