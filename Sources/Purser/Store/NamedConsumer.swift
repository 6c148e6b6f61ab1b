/// The ledger's record of one named consumer.
struct NamedConsumer: Sendable {
    private let name: String
    private let ledger: TransactionLedger
    /// The latest update at the moment of the call: what is recorded before the consumer is known is not skipped.
    private let now: UInt64

    init(_ name: String, _ ledger: TransactionLedger) {
        (self.name, self.ledger) = (name, ledger)
        now = ledger.log.lastSequence
    }

    /// Throws ``PurchaseFailure`` with `.invalidRequest` when the name is out of its limits.
    static func validate(_ name: String) throws(PurchaseFailure) {
        if let fault = IntakeFault.of(identifier: name, "consumer's name") { throw fault.failure() }
    }

    /// A cursor that resumes where the consumer stopped, or begins at `start` and is recorded if the consumer is new.
    func reader(from start: UpdateStart) async throws(PurchaseFailure) -> UpdateLog.Cursor {
        if let position = await ledger.position(of: name) {
            return try ledger.log.reader(after: position, consumer: name)
        }
        let reader = try ledger.log.reader(after: ledger.log.cursor(of: start) ?? now, consumer: name)
        try await record(reader.start)
        return reader
    }

    /// Records the acknowledged position, synced; `nil` forgets the consumer.
    func record(_ sequence: UInt64?) async throws(PurchaseFailure) {
        do {
            try await ledger.acknowledge(sequence, by: name, isUrgent: true)
        } catch {
            throw PurchaseFailure(ledger: error)
        }
    }

    func forget() async throws(PurchaseFailure) {
        if await ledger.position(of: name) != nil { try await record(nil) }
    }

    func release(_ sequence: UInt64) async throws(PurchaseFailure) {
        guard await ledger.failedUpdates(of: name).contains(where: { $0.update.sequence == sequence }) else {
            throw PurchaseFailure(
                .invalidRequest,
                "The consumer \"\(name)\" has no failed update \(sequence); see failedUpdates() for those that there "
                    + "are.")
        }
        do {
            try await ledger.record(.released(sequence), of: name)
        } catch {
            throw PurchaseFailure(ledger: error)
        }
        ledger.log.nudge(name)
    }
}
