#if Verification
    import Purser
    import PurserSimulator

    /// Numbers the states of one customer's transactions, in the order of their changes.
    ///
    /// A transaction that changes gets the next number, and its former number becomes invalid. The numbers after a
    /// given one therefore belong to the transactions that are new or changed since.
    struct ChangeLog: Sendable {
        /// The place of each transaction, by its number minus one.
        private var places: [Int] = []
        /// The current number of each place.
        private var numbers: [Int: Int] = [:]
        /// How often the account was reset: earlier numbers are invalid then.
        private(set) var generation = 0

        /// The last number.
        var last: Int { places.count }

        /// Records new and changed transactions.
        mutating func add(_ changes: [ServerAccess.Change]) {
            for change in changes {
                places.append(change.place)
                numbers[change.place] = places.count
            }
        }

        /// Records a reset of the account.
        mutating func restart() {
            (places, numbers) = ([], [:])
            generation += 1
        }

        /// The place under a number; `nil` if its transaction has changed since.
        func place(_ number: Int) -> Int? {
            let place = places[number - 1]
            return numbers[place] == number ? place : nil
        }
    }

    /// The position up to which a history was read, as stored in a revision.
    ///
    /// In ascending order it is one number. In descending order a round starts at the last number and goes down; later
    /// changes have higher numbers and are read in another round.
    struct HistoryPosition: Sendable, Hashable {
        /// All numbers up to this one were read.
        var floor = 0
        /// In descending order: the present round; `nil` before it begins.
        var round: Round?

        /// A round of a descending history: its first number, and the number below which it continues.
        struct Round: Sendable, Hashable {
            var top: Int
            var below: Int
        }

        /// The owner of a revision: a customer's account, and a request.
        struct Owner: Sendable, Hashable {
            var customer: Int
            var generation: Int
            /// A digest of the request.
            var request: UInt64

            fileprivate var text: String { "\(customer)-\(generation)-\(String(request, radix: 36))" }
        }

        /// The beginning.
        init() {}

        /// Reads the position from a revision; `nil` if the revision belongs to another history.
        init?(_ revision: String, of owner: Owner, last: Int) {
            let prefix = owner.text + "-"
            guard revision.hasPrefix(prefix) else { return nil }
            let numbers = revision.dropFirst(prefix.count).split(separator: "-").map { Int($0) }
            guard numbers.count == 1 || numbers.count == 3, let floor = numbers[0], (0...last).contains(floor) else {
                return nil
            }
            self.floor = floor
            guard numbers.count == 3 else { return }
            // `top` first: the numbers are the client's, and may be the largest possible.
            guard let top = numbers[1], let below = numbers[2], top <= last, floor < below, below <= top + 1
            else { return nil }
            round = Round(top: top, below: below)
        }

        /// The revision for this position.
        func revision(of owner: Owner) -> String {
            let round = round.map { "-\($0.top)-\($0.below)" } ?? ""
            return "\(owner.text)-\(floor)\(round)"
        }

        /// Reads the next page.
        ///
        /// - Parameters:
        ///   - log: the states.
        ///   - limit: the size of a page.
        ///   - isDescending: whether the latest comes first.
        ///   - item: the item for the transaction at a place; `nil` to exclude the transaction.
        /// - Returns: the page, and whether another one follows.
        mutating func read<Item>(
            _ log: ChangeLog, limit: Int, isDescending: Bool, _ item: (Int) -> Item?
        ) -> (items: [Item], hasMore: Bool) {
            isDescending ? descend(log, limit, item) : ascend(log, limit, item)
        }

        private mutating func ascend<Item>(
            _ log: ChangeLog, _ limit: Int, _ item: (Int) -> Item?
        ) -> ([Item], Bool) {
            var items: [Item] = []
            var number = floor
            while number < log.last {
                number += 1
                guard let place = log.place(number), let next = item(place) else {
                    // Transactions that the filter excludes are skipped together with those before them.
                    if items.count < limit { floor = number }
                    continue
                }
                guard items.count < limit else { return (items, true) }
                items.append(next)
                floor = number
            }
            return (items, false)
        }

        private mutating func descend<Item>(
            _ log: ChangeLog, _ limit: Int, _ item: (Int) -> Item?
        ) -> ([Item], Bool) {
            var items: [Item] = []
            while true {
                var now = round ?? Round(top: log.last, below: log.last + 1)
                while now.below > floor + 1 {
                    let number = now.below - 1
                    if let place = log.place(number), let next = item(place) {
                        guard items.count < limit else {
                            round = now
                            return (items, true)
                        }
                        items.append(next)
                    }
                    now.below = number
                }
                (floor, round) = (now.top, nil)
                guard floor < log.last else { return (items, false) }
            }
        }
    }
#endif
