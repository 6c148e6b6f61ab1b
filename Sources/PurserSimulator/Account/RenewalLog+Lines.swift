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
