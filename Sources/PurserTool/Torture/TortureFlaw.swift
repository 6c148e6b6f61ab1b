/// Mistakes that the tests make on purpose, to see that torture notices.
enum TortureFlaw: String, Sendable, CaseIterable {
    /// Finishes what was charged before it is recorded.
    case finishFirst = "finish-first"
    /// Acknowledges records that the system does not have yet.
    case acknowledgeEarly = "acknowledge-early"
    /// Loses the ledger's last file between two rounds.
    case loseLog = "lose-log"
}
