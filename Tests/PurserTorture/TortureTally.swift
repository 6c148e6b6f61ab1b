/// What torture counts over all rounds.
struct TortureTally: Sendable {
    var rounds = 0
    var charges = 0
    var refunds = 0
    /// How often a worker switched to another user, and named another user for a purchase.
    var switches = 0
    var moves = 0
    var updates = 0
    var lateCharges = 0
    var repeatedGrants = 0
    var repeatedUpdates = 0
    /// How many workers were killed, by what they were doing.
    var killed: [TorturePhase: Int] = [:]
    /// How many workers came to their own end first.
    var ended = 0
    /// How many kills left a file that was being made.
    var unfinishedFiles = 0
    /// How many ledgers had been compacted in the end.
    var compacted = 0
    var differences: [String] = []

    /// How many workers were killed.
    var kills: Int { killed.values.reduce(0, +) }
    var isRight: Bool { differences.isEmpty }

    /// Counts and compares the records of some rounds.
    ///
    /// - Parameter rounds: the rounds that were compared, in words.
    mutating func count(_ records: TortureRecords, of rounds: String) {
        charges += records.charges.count
        refunds += records.refunds.count
        updates += records.shown.values.reduce(0) { $0 + Int(clamping: $1.lastSequence) }
        lateCharges += records.lateCharges
        repeatedGrants += records.repeatedCalls
        repeatedUpdates += records.repeatedUpdates
        differences += records.differences().map { "\(rounds): \($0)" }
    }

    /// Adds what another chapter counted.
    mutating func add(_ other: TortureTally) {
        rounds += other.rounds
        charges += other.charges
        refunds += other.refunds
        switches += other.switches
        moves += other.moves
        updates += other.updates
        lateCharges += other.lateCharges
        repeatedGrants += other.repeatedGrants
        repeatedUpdates += other.repeatedUpdates
        killed.merge(other.killed, uniquingKeysWith: +)
        ended += other.ended
        unfinishedFiles += other.unfinishedFiles
        compacted += other.compacted
        differences += other.differences
    }
}
