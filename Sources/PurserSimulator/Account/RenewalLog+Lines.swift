import Purser

// The renewals of one line among all.
extension RenewalLog {
    /// The newest renewal of a line of those that are meant; `nil` when none is.
    func lastIndex(of line: LineID, where isMeant: (Int) -> Bool) -> Int? {
        for (range, terms) in rangesBackwards {
            guard terms.map({ $0.line == line }) ?? (whole.all[range.lowerBound]?.transaction.line == line) else {
                continue
            }
            if let index = range.last(where: isMeant) { return index }
        }
        return nil
    }

    /// The renewals of a line whose periods end after a moment, oldest first.
    func indices(of line: LineID, endingAfter moment: Timestamp) -> [Int] {
        var indices: [Int] = []
        for (range, terms) in rangesBackwards {
            if let terms {
                guard terms.line == line else { continue }
                for index in range.reversed() {
                    // One that is kept whole may end at any time; of the others each ends before the next.
                    if whole.isEmpty || whole.all[index] == nil {
                        guard terms.schedule.boundary(number(of: index) + 1) > moment else { break }
                        indices.append(index)
                    } else if isWhole(index, of: line, endingAfter: moment) {
                        indices.append(index)
                    }
                }
            } else if isWhole(range.lowerBound, of: line, endingAfter: moment) {
                indices.append(range.lowerBound)
            }
        }
        return indices.reversed()
    }

    private func isWhole(_ index: Int, of line: LineID, endingAfter moment: Timestamp) -> Bool {
        guard let transaction = whole.all[index]?.transaction, transaction.line == line else { return false }
        return (transaction.expirationTime ?? transaction.purchaseTime) > moment
    }

    /// All renewals, the newest first, as ranges with the terms that they have in common.
    private var rangesBackwards: [(range: Range<Int>, terms: RenewalTerms?)] {
        var end = count
        return allRuns.reversed().map { run in
            let range = end - run.count..<end
            end = range.lowerBound
            return (range, run.terms < 0 ? nil : terms[run.terms])
        }
    }
}
