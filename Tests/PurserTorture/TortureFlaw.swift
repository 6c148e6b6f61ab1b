/// Mistakes that the tests make on purpose, to see that torture notices.
enum TortureFlaw: String, Sendable, CaseIterable {
    /// Finishes what was charged before it is recorded.
    case finishFirst = "finish-first"
    /// Acknowledges records that the system does not have yet.
    case acknowledgeEarly = "acknowledge-early"
    /// Loses the ledger's last file between two rounds.
    case loseLog = "lose-log"
    /// Notes one grant in five for another user.
    case grantToAnother = "grant-to-another"
    /// Does not note one grant in five.
    case loseGrant = "lose-grant"
    /// Does not note that units were revoked.
    case loseRevoke = "lose-revoke"
    /// Keeps purchases with their users where the policy moves them.
    case ignoreMoves = "ignore-moves"

    /// Whether it needs users.
    var isAboutUsers: Bool {
        switch self {
        case .finishFirst, .acknowledgeEarly, .loseLog: false
        case .grantToAnother, .loseGrant, .loseRevoke, .ignoreMoves: true
        }
    }
}
