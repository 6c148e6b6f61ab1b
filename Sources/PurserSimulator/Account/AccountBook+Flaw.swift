import Purser

extension AccountBook {
    /// What does not fit together, in words; a file may have been edited by hand.
    var flaw: String? {
        for (index, record) in records.enumerated() {
            let expected = id(of: index)
            guard record.transaction.id == expected else {
                return "transaction \(record.transaction.id) stands in the place of \(expected)"
            }
        }
        var places = Array(owned.all.values) + deleted.all.keys
        for line in allLines { places += [line.first, line.current] + line.parts }
        for case .bought(let place) in payments.entries.values { places.append(place) }
        guard places.allSatisfy({ contains(place: $0) }) else { return "it names transactions that it lacks" }
        guard unfinishedCount == records.count(where: { !$0.isFinished }) + renewals.unfinishedCount,
            chargeCount == records.count(where: \.isCharged) + renewals.chargeCount,
            (0...Self.highestCount).contains(pendingCount),
            (0...Self.highestCount).contains(failedCount)
        else { return "its counts are wrong" }
        guard pending.all.keys.allSatisfy({ $0 >= 1 && $0 <= pendingCount }),
            failed.all.keys.allSatisfy(failedNumbers.contains)
        else { return "it names payments beyond its counts" }
        return nil
    }
}
