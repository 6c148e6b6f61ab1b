#if canImport(StoreKit)
    import Purser

    /// What StoreKit 2 has told in this launch, and what of it goes on to the store.
    ///
    /// StoreKit tells one purchase in up to three ways: its purchase call returns it, its updates repeat it, and its lists
    /// bring it again, sometimes a second later. All of them enter here, and each state of a transaction goes on once, unless
    /// it is asked for (a new activation, a redelivery, a restore).
    struct StoreKit2State: Sendable {
        /// How long a transaction of the updates is kept back while a purchase of its product is under way.
        ///
        /// It may be that purchase's own, whose call is about to return it and names its payment.
        static let heldLimit = Duration.seconds(10)

        /// How long after a purchase StoreKit's lists may lack it; about a second was measured.
        static let listingLimit = Duration.seconds(60)

        /// What became of a payment of this launch.
        enum Payment: Sendable, Equatable {
            /// The payment sheet is open.
            case underWay
            /// It was answered with this transaction.
            case paid(transactionID: String)
            /// It ended without one, or is pending.
            case ended
        }

        /// A transaction that is kept for a while.
        struct Held: Sendable {
            var told: BackendTransaction
            var until: Duration
        }

        /// How often somebody began to listen; `nil` while nobody does.
        private(set) var activation: Int?
        private var activations = 0
        private var payments: [PaymentToken: Payment] = [:]
        /// How many purchases of each product are under way.
        private var underWay: [String: Int] = [:]
        /// The payment that each transaction answered.
        private var tokens: [String: PaymentToken] = [:]
        /// Transactions of this launch that wait to be finished, each as it was told last.
        private(set) var unfinished: [String: BackendTransaction] = [:]
        /// Transactions that were finished in this launch, as they were then.
        private var finished: [String: StoreTransaction] = [:]
        /// What was bought a moment ago to keep, and StoreKit may not list yet.
        private var unlisted: [String: Held] = [:]
        /// Transactions of the updates that are kept back, the oldest first.
        private(set) var held: [Held] = []
        /// Answers to payments that nobody heard.
        private var unheard: [BackendEvent] = []
        /// What StoreKit told by itself while nobody listened, the oldest first.
        private var unheardNews: [BackendTransaction] = []

        var isActive: Bool { activation != nil }

        // MARK: Listening

        /// Somebody listens from now on.
        ///
        /// - Returns: what nobody heard before.
        mutating func activated() -> (activation: Int, events: [BackendEvent]) {
            activations += 1
            activation = activations
            defer { (unheard, unheardNews) = ([], []) }
            let news = unheardNews.filter { isNews($0.transaction) }.map { BackendEvent.transaction(known($0)) }
            return (activations, unheard + news)
        }

        /// Nobody listens any more.
        mutating func deactivated() {
            activation = nil
            unheardNews += held.map(\.told)
            held = []
        }

        /// Nobody heard these events: answers to payments are told at the next activation, where they answer nobody who waits.
        mutating func missed(_ events: [BackendEvent]) {
            for event in events {
                switch event {
                case .paymentEnded: unheard.append(event)
                case .transaction(var told):
                    guard case .payment(let token) = told.origin else { continue }
                    told.origin = .other(token)
                    unheard.append(.transaction(told))
                default: continue
                }
            }
        }

        // MARK: Payments

        /// A payment is handed in.
        ///
        /// - Returns: what answers it again, where it was handed in before; `nil` when the customer has to be asked.
        mutating func submitted(_ payment: BackendPayment) -> [BackendEvent]? {
            switch payments[payment.token] {
            case nil:
                payments[payment.token] = .underWay
                underWay[payment.productID, default: 0] += 1
                return nil
            case .underWay, .ended: return []
            case .paid(let id):
                guard var told = unfinished[id] else { return [] }
                told.origin = .payment(payment.token)
                return [.transaction(told)]
            }
        }

        /// A purchase call returned a transaction.
        ///
        /// - Returns: the answer, then what was kept back for it.
        mutating func paid(
            _ payment: BackendPayment, with transaction: BackendTransaction, now: Duration
        ) -> [[BackendEvent]] {
            let id = transaction.transaction.id
            var told = transaction
            told.origin = .payment(payment.token)
            told.needsFinish = true
            endCall(of: payment.token, payment.productID, .paid(transactionID: id))
            tokens[id] = payment.token
            unfinished[id] = told
            // A finish that did not take: StoreKit knows better than this launch.
            finished[id] = nil
            if told.transaction.productType != .consumable {
                unlisted = unlisted.filter { $0.value.until > now }
                unlisted[id] = Held(told: told, until: now + Self.listingLimit)
            }
            return [[.transaction(told)], released(productID: payment.productID)]
        }

        /// A purchase call ended without a transaction.
        ///
        /// - Returns: its end, then what was kept back for it.
        mutating func ended(_ ending: PaymentEnding) -> [[BackendEvent]] {
            guard let token = ending.token else { return [[.paymentEnded(ending)]] }
            endCall(of: token, ending.productID, .ended)
            return [[.paymentEnded(ending)], released(productID: ending.productID)]
        }

        private mutating func endCall(of token: PaymentToken, _ productID: String, _ result: Payment) {
            if payments.updateValue(result, forKey: token) == .underWay, let count = underWay[productID] {
                underWay[productID] = count > 1 ? count - 1 : nil
            }
        }

        // MARK: What StoreKit tells by itself

        /// StoreKit told a transaction by itself.
        ///
        /// - Parameter waits: whether it waits to be finished, as far as StoreKit says.
        /// - Returns: how it goes on; `nil` when it was told before, or is kept back.
        mutating func arrived(_ told: BackendTransaction, waits: Bool, now: Duration) -> BackendEvent? {
            guard isNews(told.transaction) else { return nil }
            guard isActive else {
                // What does not wait is listed again.
                if waits { unheardNews.append(told) }
                return nil
            }
            let transaction = told.transaction
            if transaction.revocationDate == nil, transaction.reason == .purchase,
                underWay[transaction.productID] != nil,
                tokens[transaction.id] == nil
            {
                held.append(Held(told: told, until: now + Self.heldLimit))
                return nil
            }
            return .transaction(waits ? known(told) : named(told))
        }

        /// Time has passed.
        ///
        /// - Returns: what was kept back long enough.
        mutating func timePassed(_ now: Duration) -> [BackendEvent] {
            let due = held.prefix { $0.until <= now }.map(\.told)
            held.removeFirst(due.count)
            return due.filter { isNews($0.transaction) }.map { .transaction(known($0)) }
        }

        /// When something that is kept back has to go on.
        var nextRelease: Duration? { held.first?.until }

        /// What was kept back for a product of which no purchase is under way any more.
        private mutating func released(productID: String) -> [BackendEvent] {
            guard !held.isEmpty, underWay[productID] == nil else { return [] }
            let due = held.filter { $0.told.transaction.productID == productID }.map(\.told)
            held.removeAll { $0.told.transaction.productID == productID }
            return due.filter { isNews($0.transaction) }.map { .transaction(known($0)) }
        }

        /// Whether a state of a transaction was not told in this launch; the account is part of it.
        private func isNews(_ transaction: StoreTransaction) -> Bool {
            guard let before = unfinished[transaction.id]?.transaction ?? finished[transaction.id] else { return true }
            return !transaction.isSamePurchase(as: before) || transaction.isChange(after: before)
        }

        /// A transaction with the payment of this launch that asked for it.
        private func named(_ told: BackendTransaction) -> BackendTransaction {
            var told = told
            told.origin = .other(tokens[told.transaction.id])
            return told
        }

        /// The same, and it waits to be finished from now on.
        private mutating func known(_ told: BackendTransaction) -> BackendTransaction {
            let told = named(told)
            unfinished[told.transaction.id] = told
            if told.transaction.revocationDate != nil { takenBack(told.transaction) }
            return told
        }

        /// A refund may name its purchase by another identifier: what is told of the purchase after that is news.
        private mutating func takenBack(_ transaction: StoreTransaction) {
            unlisted[transaction.id] = nil
            let original = transaction.originalID
            if original != transaction.id, finished[original]?.isSamePurchase(as: transaction) == true {
                finished[original] = nil
            }
        }

        /// Whether a transaction may still have to be finished.
        func waits(_ id: String) -> Bool {
            unfinished[id] != nil || held.contains { $0.told.transaction.id == id }
                || unheardNews.contains { $0.transaction.id == id }
        }

        // MARK: Lists

        /// What waits to be finished: StoreKit's own list, and what it does not list yet.
        mutating func redelivered(_ listed: [BackendTransaction]) -> [BackendEvent] {
            var events: [BackendEvent] = []
            let ids = Set(listed.map(\.transaction.id))
            for told in unfinished.values.filter({ !ids.contains($0.transaction.id) }).sorted(by: Self.isEarlier) {
                events.append(.transaction(named(told)))
            }
            for var told in listed {
                told.needsFinish = true
                events.append(.transaction(known(told)))
            }
            return events
        }

        /// What a restore brings: what StoreKit says is owned, and what it does not list yet.
        mutating func restored(_ id: RestoreID, _ listed: [BackendTransaction], now: Duration) -> [BackendEvent] {
            for told in listed { unlisted[told.transaction.id] = nil }
            let recent = unlisted.values.filter { $0.until > now }.map(\.told)
            let all = listed + recent.sorted(by: Self.isEarlier)
            return all.map { told in
                var told = told
                told.origin = .restore(id)
                told.needsFinish = unfinished[told.transaction.id] == nil ? nil : true
                told.restoredToken = tokens[told.transaction.id]
                return .transaction(told)
            }
        }

        private static func isEarlier(_ one: BackendTransaction, _ other: BackendTransaction) -> Bool {
            (one.transaction.purchaseDate, one.transaction.id) < (other.transaction.purchaseDate, other.transaction.id)
        }

        // MARK: Finishing

        /// StoreKit lists a transaction as unfinished, and nothing is told.
        mutating func wasListed(_ told: BackendTransaction) {
            if isNews(told.transaction) || unfinished[told.transaction.id] == nil { _ = known(told) }
        }

        /// Whether a transaction may be finished in the state that is on record: StoreKit has told no newer one.
        func mayFinish(_ request: FinishRequest) -> Bool {
            unfinished[request.transactionID].map { request.covers($0.transaction) } ?? true
        }

        /// StoreKit tells once more what was finished in this launch: perhaps the finish did not take.
        ///
        /// - Returns: what to finish again; `nil` when it is something else, or says more.
        func repeatedFinish(_ transaction: StoreTransaction) -> FinishRequest? {
            guard unfinished[transaction.id] == nil, let known = finished[transaction.id], !isNews(transaction) else {
                return nil
            }
            return FinishRequest(recorded: known)
        }

        /// A transaction was finished.
        mutating func wasFinished(_ request: FinishRequest) {
            let told = unfinished[request.transactionID]
            guard told.map({ request.covers($0.transaction) }) ?? true else { return }
            unfinished[request.transactionID] = nil
            finished[request.transactionID] = request.recorded ?? told?.transaction
        }
    }
#endif
