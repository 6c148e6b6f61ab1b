import Purser

/// All renewals of an account, in order.
///
/// A renewal that follows its terms is stored only as its number, and consecutive ones as one entry, so the cost of
/// another renewal does not depend on their number; its transaction is made on demand. Other renewals are stored as a
/// whole.
struct RenewalLog: Sendable {
    /// Consecutive renewals of one subscription: their terms, and the number of the first one.
    private struct Run: Sendable {
        let first: Int
        let terms: Int32
        let number: Int
    }

    /// The terms of the renewals; terms are never removed.
    private(set) var terms: [RenewalTerms] = []
    private var runs: [Run] = []
    /// The number of renewals.
    private(set) var count = 0
    /// The renewals that differ from their terms, by their indexes.
    private(set) var whole = NotingTable<Int, AccountRecord>()
    /// The unfinished renewals that follow their terms.
    private(set) var unfinished = IndexRanges()

    private var isNoting = false
    /// The number of stored renewals.
    private(set) var keptCount = 0
    private var keptTerms = 0
    private var finishedSince = IndexRanges()
    private var former = Former()

    /// The state before a step, for its undo.
    private struct Former: Sendable {
        var count = 0
        var runs = 0
        var terms = 0
        var unfinished = IndexRanges()
        var finished = IndexRanges()
    }

    static let firstNumber = 4_000_000_000_001
    private static let firstLineItem = 5_000_000_000_001
    /// The terms of a renewal that is stored as a whole.
    private static let none: Int32 = -1

    /// The offset of the identifiers from those of other accounts.
    private let identifierBase: Int

    /// Makes an empty log.
    init(identifierBase: Int = 0) { self.identifierBase = identifierBase }

    /// The number of these terms, which are added if needed.
    ///
    /// - Parameter recent: the number of the subscription's last terms.
    mutating func number(of template: StoreTransaction, _ schedule: PeriodSchedule, recent: Int?) -> Int {
        if let recent, terms[recent].matches(template, schedule) { return recent }
        terms.append(RenewalTerms(template: template, schedule: schedule))
        return terms.count - 1
    }

    /// Adds consecutive renewals of one subscription.
    mutating func append(terms: Int, number: Int, count added: Int) {
        if let last = runs.last, last.terms == terms, last.number + count - last.first == number {
            // One entry represents all of them.
        } else {
            runs.append(Run(first: count, terms: Int32(terms), number: number))
        }
        unfinished.append(count..<count + added)
        count += added
    }

    /// Adds a renewal that is stored as a whole.
    ///
    /// - Parameter make: makes it from its identifier and its line item.
    mutating func append(_ make: (_ id: String, _ lineItem: String) -> AccountRecord) {
        whole[count] = make(id(count), lineItem(count))
        runs.append(Run(first: count, terms: Self.none, number: 0))
        count += 1
    }

    /// A renewal; setting it stores it as a whole.
    subscript(index: Int) -> AccountRecord {
        get { whole.isEmpty ? made(index) : whole[index] ?? made(index) }
        set {
            if whole[index] == nil, unfinished.remove(index), isNoting { finishedSince.insert(index) }
            whole[index] = newValue
        }
    }

    /// Whether the app has finished a renewal in its current state.
    func isFinished(_ index: Int) -> Bool {
        if !whole.isEmpty, let record = whole[index] { return record.isFinished }
        return !unfinished.contains(index)
    }

    /// Finishes a renewal; `false` if it is already finished.
    mutating func finish(_ index: Int) -> Bool {
        if !whole.isEmpty, let record = whole[index] {
            guard !record.isFinished else { return false }
            whole[index]?.isFinished = true
            return true
        }
        guard unfinished.remove(index) else { return false }
        if isNoting { finishedSince.insert(index) }
        return true
    }

    /// Whether the last report of a renewal had an invalid signature.
    func wasReportedUnverified(_ index: Int) -> Bool {
        !whole.isEmpty && whole[index]?.wasReportedUnverified == true
    }

    /// All unfinished renewals, in order.
    var allUnfinished: IndexRanges {
        var others = whole.all.filter { !$0.value.isFinished }.map(\.key).sorted()[...]
        guard !others.isEmpty else { return unfinished }
        var all = IndexRanges()
        for range in unfinished.ranges {
            while let next = others.first, next < range.lowerBound {
                all.append(next..<next + 1)
                others.removeFirst()
            }
            all.append(range)
        }
        for next in others { all.append(next..<next + 1) }
        return all
    }

    /// The number of a renewal's terms; `nil` for one that was stored as a whole from the beginning.
    func termsNumber(of index: Int) -> Int? {
        let number = Int(runs[position(of: index)].terms)
        return number < 0 ? nil : number
    }

    /// The number of unfinished renewals.
    var unfinishedCount: Int { unfinished.count + whole.all.values.count { !$0.isFinished } }

    /// The number of renewals that the customer paid for.
    var chargeCount: Int {
        var count = whole.all.values.count(where: \.isCharged)
        for run in allRuns where run.terms >= 0 && !terms[run.terms].isShared { count += run.count }
        return count - whole.all.keys.count { termsNumber(of: $0).map { !terms[$0].isShared } ?? false }
    }

    /// The identifier of the renewal at an index.
    func id(_ index: Int) -> String { String(Self.firstNumber + identifierBase + index) }
    private func lineItem(_ index: Int) -> String { String(Self.firstLineItem + identifierBase + index) }

    private func made(_ index: Int) -> AccountRecord {
        let run = runs[position(of: index)]
        let terms = terms[Int(run.terms)]
        return AccountRecord(
            transaction: terms.transaction(
                run.number + index - run.first, id: id(index), lineItem: lineItem(index)),
            token: nil, isCharged: !terms.isShared, isFinished: !unfinished.contains(index))
    }

    /// The position of the run that contains a renewal.
    private func position(of index: Int) -> Int {
        if let last = runs.last, last.first <= index { return runs.count - 1 }
        return runs.boundary(after: { $0.first <= index }) - 1
    }
}

// The changes of a step, for the folder that stores them.
extension RenewalLog: ChangeNoting {
    mutating func startNoting() {
        isNoting = true
        whole.startNoting()
        kept()
    }

    mutating func begin() {
        whole.begin()
        guard isNoting else { return }
        former = Former(
            count: count, runs: runs.count, terms: terms.count, unfinished: unfinished, finished: finishedSince)
    }

    mutating func undo() {
        whole.undo()
        count = former.count
        runs.removeLast(runs.count - former.runs)
        terms.removeLast(terms.count - former.terms)
        (unfinished, finishedSince) = (former.unfinished, former.finished)
        former = Former()
    }

    mutating func kept() {
        whole.kept()
        (keptCount, keptTerms) = (count, terms.count)
        finishedSince = IndexRanges()
        former = Former()
    }

    /// The renewals that were added since the last stored change, by run.
    var added: [RenewalChange.Run] { runs(from: keptCount) }

    /// All renewals, by run.
    var allRuns: [RenewalChange.Run] { runs(from: 0) }

    /// The changes since the last stored change; `nil` for none.
    var change: RenewalChange? {
        var change = RenewalChange()
        if terms.count > keptTerms { change.terms = Array(terms[keptTerms...]) }
        if count > keptCount { change.runs = added }
        if !finishedSince.isEmpty { change.finished = finishedSince }
        if !whole.changed.isEmpty { change.whole = whole.changed.compactMapValues { $0 } }
        return change.isEmpty ? nil : change
    }

    /// Applies a stored change; `false` if it does not follow from this log.
    mutating func repeatChange(_ change: RenewalChange) -> Bool {
        terms += change.terms ?? []
        for (index, record) in change.whole ?? [:] { whole[index] = record }
        for run in change.runs ?? [] {
            guard run.count > 0, count + run.count < Int(Int32.max), abs(run.number) < Int(Int32.max) else {
                return false
            }
            if run.terms == Self.none {
                guard run.count == 1, whole[count] != nil else { return false }
                runs.append(Run(first: count, terms: Self.none, number: 0))
                count += 1
            } else {
                guard terms.indices.contains(run.terms) else { return false }
                append(terms: run.terms, number: run.number, count: run.count)
            }
        }
        for range in change.finished?.ranges ?? [] {
            for index in range where !unfinished.remove(index) { return false }
        }
        return (change.whole ?? [:]).keys.allSatisfy { (0..<count).contains($0) }
    }

    /// Sets which of the renewals that follow their terms are unfinished; `false` if they do not exist.
    mutating func setUnfinished(_ unfinished: IndexRanges) -> Bool {
        self.unfinished = unfinished
        return unfinished.ranges.last?.upperBound ?? 0 <= count
    }

    private func runs(from start: Int) -> [RenewalChange.Run] {
        guard start < count else { return [] }
        let position = position(of: start)
        return (position..<runs.count).map { index in
            let run = runs[index]
            let first = max(start, run.first)
            let end = index + 1 < runs.count ? runs[index + 1].first : count
            return RenewalChange.Run(
                terms: Int(run.terms), number: run.number + first - run.first, count: end - first)
        }
    }
}

// The renewals of one subscription.
extension RenewalLog {
    /// The newest matching renewal of a subscription; `nil` for none.
    func lastIndex(of subscription: SubscriptionID, where isMeant: (Int) -> Bool) -> Int? {
        for (range, terms) in rangesBackwards {
            guard
                terms.map({ $0.subscription == subscription })
                    ?? (whole.all[range.lowerBound]?.transaction.subscriptionID == subscription)
            else {
                continue
            }
            if let index = range.last(where: isMeant) { return index }
        }
        return nil
    }

    /// All renewals, the newest first, as ranges with common terms.
    private var rangesBackwards: [(range: Range<Int>, terms: RenewalTerms?)] {
        var end = count
        return allRuns.reversed().map { run in
            let range = end - run.count..<end
            end = range.lowerBound
            return (range, run.terms < 0 ? nil : terms[run.terms])
        }
    }
}
