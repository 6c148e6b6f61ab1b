#if Studio
    import Purser

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// All transactions of an account in order, with their sums.
    struct StudioTransactions: Sendable {
        /// Money by its currency.
        typealias Sums = [String: Decimal]

        private(set) var all: [StudioTransaction] = []
        /// The charged amounts.
        private(set) var charged: Sums = [:]
        /// The refunded amounts.
        private(set) var refunded: Sums = [:]
        /// The number of charged transactions.
        private(set) var charges = 0
        /// The number of unfinished transactions; `nil` while the App Store has not reported it for all.
        var unfinished: Int? { unknown > 0 ? nil : unfinishedCount }
        private var unfinishedCount = 0
        private var unknown = 0
        private var places: [String: Int] = [:]

        /// Makes an empty list.
        init() {}

        /// The transaction with this identifier.
        subscript(_ id: String) -> StudioTransaction? { places[id].map { all[$0] } }

        /// Records a new or changed transaction.
        mutating func put(_ transaction: StudioTransaction) {
            if let place = places[transaction.id] {
                count(all[place], -1)
                all[place] = transaction
            } else {
                places[transaction.id] = all.count
                all.append(transaction)
            }
            count(transaction, 1)
        }

        /// Records finished transactions.
        mutating func finish(_ ids: [String]) {
            for place in ids.compactMap({ places[$0] }) {
                count(all[place], -1)
                all[place].isFinished = true
                count(all[place], 1)
            }
        }

        /// Removes a deleted transaction.
        mutating func remove(_ id: String) {
            guard let place = places.removeValue(forKey: id) else { return }
            count(all.remove(at: place), -1)
            for place in place..<all.count { places[all[place].id] = place }
        }

        /// A page of the matching transactions, newest first, and their total number.
        func page(_ search: StudioSearch, _ names: StudioProducts) -> (total: Int, rows: [StudioTransaction]) {
            if search.filter == .all, search.words.isEmpty {
                return (all.count, Array(all.reversed().dropFirst(search.offset).prefix(search.limit)))
            }
            let found = all.reversed().filter { transaction in
                search.filter.includes(transaction)
                    && transaction.matches(search.words, name: names.name(of: transaction.product))
            }
            return (found.count, Array(found.dropFirst(search.offset).prefix(search.limit)))
        }

        private mutating func count(_ transaction: StudioTransaction, _ step: Int) {
            if transaction.isFinished == nil { unknown += step }
            if transaction.isFinished == false { unfinishedCount += step }
            let currency = transaction.currency ?? ""
            if let paid = transaction.paid, paid > 0 {
                charges += step
                charged[currency, default: 0] += paid * Decimal(step)
            }
            if let back = transaction.refunded, back > 0 { refunded[currency, default: 0] += back * Decimal(step) }
        }
    }

    extension StudioSearch.Filter {
        /// Whether the filter includes a transaction.
        fileprivate func includes(_ transaction: StudioTransaction) -> Bool {
            switch self {
            case .all: true
            case .renewals: transaction.isRenewal
            case .refunded: transaction.state == .refunded
            case .unfinished: transaction.isFinished == false
            }
        }
    }
#endif
