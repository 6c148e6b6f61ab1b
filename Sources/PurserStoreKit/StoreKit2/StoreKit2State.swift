#if canImport(StoreKit)
    import Purser

    /// StoreKit 2's reports in this launch, and which of them are passed to the store.
    ///
    /// StoreKit reports one purchase in up to three ways: its purchase call returns it, its updates repeat it, and its
    /// lists have it again, sometimes a second later. All of them enter here, and each state of a transaction is passed
    /// on once, unless it is requested (a new activation, a redelivery, a restore).
    struct StoreKit2State: Sendable {
        /// How long a transaction of the updates is held back during a purchase of its product.
        ///
        /// It may be that purchase's own: the purchase call is about to return it and names its payment.
        static let heldLimit = Duration.seconds(10)

        /// How long after a purchase StoreKit's lists may lack it; about a second was measured.
        static let listingLimit = Duration.seconds(60)

        /// The state of a payment of this launch.
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
            var reported: BackendTransaction
            var until: Duration
        }

        /// The number of activations; `nil` while the store does not listen.
        private(set) var activation: Int?
        private var activations = 0
        private var payments: [PaymentToken: Payment] = [:]
        /// How many purchases of each product are running.
        private var underWay: [String: Int] = [:]
        /// The payment that each transaction answered.
        private var tokens: [String: PaymentToken] = [:]
        /// Unfinished transactions of this launch, each in its last reported state.
        private(set) var unfinished: [String: BackendTransaction] = [:]
        /// Transactions that were finished in this launch, as they were then.
        private var finished: [String: StoreTransaction] = [:]
        /// Recent purchases of products that are kept, which StoreKit may not list yet.
        private var unlisted: [String: Held] = [:]
        /// Transactions of the updates that are kept back, the oldest first.
        private(set) var held: [Held] = []
        /// Answers to payments that no store has read.
        private var unreported: [BackendEvent] = []
        /// Changes that StoreKit reported while the backend was not active, the oldest first.
        private var unreportedChanges: [BackendTransaction] = []

        var isActive: Bool { activation != nil }

        // MARK: Listening

        /// The store listens from now on.
        ///
        /// - Returns: the events that no store has read.
        mutating func activated() -> (activation: Int, events: [BackendEvent]) {
            activations += 1
            activation = activations
            defer { (unreported, unreportedChanges) = ([], []) }
            let change = unreportedChanges.filter { isChange($0.transaction) }.map {
                BackendEvent.transaction(known($0))
            }
            return (activations, unreported + change)
        }

        /// Records the deactivation.
        mutating func deactivated() {
            activation = nil
            unreportedChanges += held.map(\.reported)
            held = []
        }

        /// Records events that no store has read: answers to payments are reported at the next activation, where they
        /// answer no waiting payment.
        mutating func missed(_ events: [BackendEvent]) {
            for event in events {
                switch event {
                case .paymentEnded: unreported.append(event)
                case .transaction(var reported):
                    guard case .payment(let token) = reported.origin else { continue }
                    reported.origin = .other(token)
                    unreported.append(.transaction(reported))
                default: continue
                }
            }
        }

        // MARK: Payments

        /// A payment is submitted.
        ///
        /// - Returns: the answer again, if it was submitted before; `nil` when the payment sheet has to be shown.
        mutating func submitted(_ payment: BackendPayment) -> [BackendEvent]? {
            switch payments[payment.token] {
            case nil:
                payments[payment.token] = .underWay
                underWay[payment.productID, default: 0] += 1
                return nil
            case .underWay, .ended: return []
            case .paid(let id):
                guard var reported = unfinished[id] else { return [] }
                reported.origin = .payment(payment.token)
                return [.transaction(reported)]
            }
        }

        /// Records a transaction that a purchase call returned.
        ///
        /// - Returns: the answer, then the events that were held back for it.
        mutating func paid(
            _ payment: BackendPayment, with transaction: BackendTransaction, now: Duration
        ) -> [[BackendEvent]] {
            let id = transaction.transaction.id
            var reported = transaction
            reported.origin = .payment(payment.token)
            reported.needsFinish = true
            endCall(of: payment.token, payment.productID, .paid(transactionID: id))
            tokens[id] = payment.token
            unfinished[id] = reported
            // The finish failed: StoreKit's report counts more than this launch's.
            finished[id] = nil
            if reported.transaction.productType != .consumable {
                unlisted = unlisted.filter { $0.value.until > now }
                unlisted[id] = Held(reported: reported, until: now + Self.listingLimit)
            }
            return [[.transaction(reported)], released(productID: payment.productID)]
        }

        /// A purchase call ended without a transaction.
        ///
        /// - Returns: its end, then the events that were held back for it.
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

        // MARK: Unrequested reports of StoreKit

        /// Records a transaction that StoreKit reported without a request.
        ///
        /// - Parameter waits: whether it is unfinished, as far as StoreKit reports it.
        /// - Returns: the transaction to pass on; `nil` when it was reported before, or is held back.
        mutating func arrived(_ reported: BackendTransaction, waits: Bool, now: Duration) -> BackendEvent? {
            guard isChange(reported.transaction) else { return nil }
            guard isActive else {
                // A finished one is listed again.
                if waits { unreportedChanges.append(reported) }
                return nil
            }
            if isPerhapsBeingBought(reported.transaction) {
                held.append(Held(reported: reported, until: now + Self.heldLimit))
                return nil
            }
            return .transaction(waits ? known(reported) : named(reported))
        }

        /// Whether a purchase call that runs may be about to return a transaction, and name its payment.
        private func isPerhapsBeingBought(_ transaction: StoreTransaction) -> Bool {
            transaction.revocationDate == nil && transaction.reason == .purchase
                && underWay[transaction.productID] != nil && tokens[transaction.id] == nil
        }

        /// Records the passed time.
        ///
        /// - Returns: the events that were held back long enough.
        mutating func timePassed(_ now: Duration) -> [BackendEvent] {
            let due = held.prefix { $0.until <= now }.map(\.reported)
            held.removeFirst(due.count)
            return due.filter { isChange($0.transaction) }.map { .transaction(known($0)) }
        }

        /// When the next held-back transaction has to be passed on.
        var nextRelease: Duration? { held.first?.until }

        /// The transactions that were held back for a product without running purchases.
        private mutating func released(productID: String) -> [BackendEvent] {
            guard !held.isEmpty, underWay[productID] == nil else { return [] }
            let due = held.filter { $0.reported.transaction.productID == productID }.map(\.reported)
            held.removeAll { $0.reported.transaction.productID == productID }
            return due.filter { isChange($0.transaction) }.map { .transaction(known($0)) }
        }

        /// Whether a state of a transaction was not reported in this launch; the account is part of it.
        private func isChange(_ transaction: StoreTransaction) -> Bool {
            guard let before = unfinished[transaction.id]?.transaction ?? finished[transaction.id] else { return true }
            return !transaction.isSamePurchase(as: before) || transaction.isChange(after: before)
        }

        /// A transaction with its payment of this launch.
        private func named(_ reported: BackendTransaction) -> BackendTransaction {
            var reported = reported
            reported.origin = .other(tokens[reported.transaction.id])
            return reported
        }

        /// The same, and it waits to be finished from now on.
        private mutating func known(_ reported: BackendTransaction) -> BackendTransaction {
            let reported = named(reported)
            unfinished[reported.transaction.id] = reported
            if reported.transaction.revocationDate != nil { revoked(reported.transaction) }
            return reported
        }

        /// Records a refund, which may have another identifier than its purchase: a later report of the purchase is
        /// then a change.
        private mutating func revoked(_ transaction: StoreTransaction) {
            unlisted[transaction.id] = nil
            let original = transaction.originalID
            if original != transaction.id, finished[original]?.isSamePurchase(as: transaction) == true {
                finished[original] = nil
            }
        }

        /// Whether a transaction is held back.
        func holds(_ id: String) -> Bool { held.contains { $0.reported.transaction.id == id } }

        /// Whether a transaction may still have to be finished.
        func waits(_ id: String) -> Bool {
            unfinished[id] != nil || holds(id)
                || unreportedChanges.contains { $0.transaction.id == id }
        }

        // MARK: Lists

        /// The unfinished transactions: StoreKit's own list, and recent ones that it does not list yet.
        mutating func redelivered(_ listed: [BackendTransaction]) -> [BackendEvent] {
            var events: [BackendEvent] = []
            let ids = Set(listed.map(\.transaction.id))
            for reported in unfinished.values.filter({ !ids.contains($0.transaction.id) }).sorted(by: Self.isEarlier) {
                events.append(.transaction(named(reported)))
            }
            for var reported in listed {
                reported.needsFinish = true
                events.append(.transaction(known(reported)))
            }
            return events
        }

        /// The transactions of a restore: StoreKit's list of owned ones without those that are being bought, and recent ones
        /// that it does not list yet.
        mutating func restored(_ id: RestoreID, _ listed: [BackendTransaction], now: Duration) -> [BackendEvent] {
            for reported in listed { unlisted[reported.transaction.id] = nil }
            let recent = unlisted.values.filter { $0.until > now }.map(\.reported)
            let all = listed.filter { !isPerhapsBeingBought($0.transaction) } + recent.sorted(by: Self.isEarlier)
            return all.map { reported in
                var reported = reported
                reported.origin = .restore(id)
                reported.needsFinish = unfinished[reported.transaction.id] == nil ? nil : true
                reported.restoredToken = tokens[reported.transaction.id]
                return .transaction(reported)
            }
        }

        private static func isEarlier(_ one: BackendTransaction, _ other: BackendTransaction) -> Bool {
            (one.transaction.purchaseDate, one.transaction.id) < (other.transaction.purchaseDate, other.transaction.id)
        }

        // MARK: Finishing

        /// Records a transaction that StoreKit lists as unfinished, without a report.
        mutating func wasListed(_ reported: BackendTransaction) {
            if isChange(reported.transaction) || unfinished[reported.transaction.id] == nil { _ = known(reported) }
        }

        /// Whether a transaction may be finished in its recorded state: StoreKit has reported no newer one.
        func mayFinish(_ request: FinishRequest) -> Bool {
            unfinished[request.transactionID].map { request.covers($0.transaction) } ?? true
        }

        /// Processes a transaction that StoreKit reports again although it was finished in this launch: the finish may
        /// have failed.
        ///
        /// - Returns: the request to finish again; `nil` when it is another state, or has more fields.
        func repeatedFinish(_ transaction: StoreTransaction) -> FinishRequest? {
            guard unfinished[transaction.id] == nil, let known = finished[transaction.id], !isChange(transaction) else {
                return nil
            }
            return FinishRequest(recorded: known)
        }

        /// Records a finished transaction.
        mutating func wasFinished(_ request: FinishRequest) {
            let reported = unfinished[request.transactionID]
            guard reported.map({ request.covers($0.transaction) }) ?? true else { return }
            unfinished[request.transactionID] = nil
            finished[request.transactionID] = request.recorded ?? reported?.transaction
        }
    }
#endif
