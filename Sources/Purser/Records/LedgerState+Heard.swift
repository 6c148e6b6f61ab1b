// When the store was last heard: whatever is recorded says it, and now and then a record of its own, where the store answers
// without any news.
extension LedgerState {
    /// The store was heard, by the device's clock.
    mutating func noteHeard(at time: Timestamp) { heardTime = time }

    /// The store was heard and told nothing new; where nothing at all is on record, that says nothing.
    mutating func prepare(heard time: Timestamp, into batch: inout PreparedBatch) {
        guard nextSequence > 1 else { return }
        apply(.heard(time))
        batch.store(.heard(time))
    }
}
