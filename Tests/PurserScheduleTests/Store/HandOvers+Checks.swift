import Purser

extension HandOvers {
    /// What was granted and then taken back by the store is taken back by the app, and nothing else is.
    func violations(in world: World) -> [String] {
        let journal = world.journal
        guard world.scenario.hasGrantHandler, world.scenario.hasRevokeHandler else {
            return journal.revokes.keys.map { "F8: \($0.transactionID) was taken back without a handler or a grant" }
        }
        let isRepeatable = world.scenario.crashes || world.storage.failures > 0
        return needless(journal, isRepeatable) + missing(journal, isRepeatable)
            + (isRepeatable ? [] : unbalanced(journal))
    }

    private func needless(_ journal: Journal, _ isRepeatable: Bool) -> [String] {
        journal.revokes.compactMap { revoke, count in
            let (id, sequence) = (revoke.transactionID, revoke.sequence)
            if !isRepeatable, count != 1 { return "F8: \(id) was taken back \(count) times (update \(sequence))" }
            if !wasTakenBack(id, by: sequence) { return "F8: \(id) was taken back, which the store did not" }
            let isGranted = journal.grants.keys.contains { $0.transactionID == id && $0.sequence <= sequence }
            return isGranted ? nil : "F8: \(id) was taken back, and had not been granted"
        }
    }

    /// Nothing is granted twice without having been taken back in between, nor taken back twice.
    private func unbalanced(_ journal: Journal) -> [String] {
        var balances: [String: Int] = [:]
        for (grant, count) in journal.grants { balances[grant.transactionID, default: 0] += count }
        for (revoke, count) in journal.revokes { balances[revoke.transactionID, default: 0] -= count }
        return balances.filter { !(0...1).contains($0.value) }.keys.sorted().map {
            "F8: \($0) was granted and taken back a different number of times"
        }
    }

    private func missing(_ journal: Journal, _ isRepeatable: Bool) -> [String] {
        takenBack.compactMap { taken in
            let revokes = journal.revokes.filter {
                $0.key.transactionID == taken.id && $0.key.sequence >= taken.since
            }
            let count = revokes.values.reduce(0, +)
            let expected = taken.isGranted ? 1 : 0
            guard count < expected || count > expected && !isRepeatable else { return nil }
            return "F8: \(taken.id) was taken back by update \(taken.sequence), and \(count) times by the app"
        }
    }
}
