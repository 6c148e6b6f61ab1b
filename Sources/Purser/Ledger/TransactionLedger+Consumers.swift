// The named readers that exist before anything is recorded.
extension TransactionLedger {
    /// Registers those named readers that are new here, before anything is recorded.
    ///
    /// Nothing is written for it alone: their records go in front of the first ones of this session, so that either is on
    /// record only with the other.
    package func register(_ consumers: [UpdateConsumer]) {
        for consumer in consumers where state.consumers[consumer.name] == nil {
            registered[consumer.name] = log.cursor(of: consumer.start) ?? log.lastSequence
        }
        registerAgain()
        keepForConsumers()
    }

    /// Has the log keep what named consumers have not acknowledged, where it cannot be read from a storage.
    func keepForConsumers() {
        if storage.history == nil { log.keep(after: state.consumers.values.min()) }
    }

    /// Registers those once more that are not in a state that was read from the storage.
    func registerAgain() {
        unwritten = []
        for (name, sequence) in registered.sorted(by: { $0.key < $1.key }) where state.consumers[name] == nil {
            state.apply(.consumer(name, sequence))
            unwritten.append(.consumer(name, sequence))
        }
    }

    /// What named readers could not deal with: all of it, or that of one reader.
    package func aside(of consumer: String? = nil) async -> [(consumer: String, entry: AsideUpdates.Entry)] {
        guard let aside = try? await stored({ $0.aside }) else { return [] }
        return (consumer.map { [$0] } ?? aside.consumers).flatMap { name in aside[name].map { (name, $0) } }
    }
}
