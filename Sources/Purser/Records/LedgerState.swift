/// The ledger's state: every transaction's latest state, and the next sequence number.
///
/// It detects changes (D1) and numbers them (O4), in the same way for prepared and for stored records.
package struct LedgerState: Sendable {
    /// No update has this number or a higher one; at a million a second it is reached after 146,000 years.
    package static let sequenceLimit = UInt64(1) << 62

    /// The number that the next update gets.
    package internal(set) var nextSequence: UInt64 = 1
    /// Every transaction.
    package internal(set) var transactions: TransactionIndex
    /// The records of deliveries besides the steps of each transaction.
    var deliveries: DeliveryRecords
    /// The number after that of the last update that was recorded in a session of the user; an unnamed stream of the next
    /// one begins here.
    package internal(set) var missedFrom: UInt64 = 1
    /// The calls that are due of updates before this number may have begun in an earlier session: nothing begins in the
    /// user's absence.
    var begunBefore: UInt64 = 1
    /// The dates that the App Store has confirmed.
    var trusted = TrustedDate()
    /// For each named consumer of the updates: the number of the last acknowledged one.
    package internal(set) var consumers: [String: UInt64] = [:]
    /// The products acquired with subscriptions.
    package internal(set) var acquisitions: [String: Acquisition] = [:]
    /// When the backend last reported, as far as that is recorded; `nil` when nothing is.
    package internal(set) var lastReportTime: Timestamp?
    /// The failed updates of named consumers.
    package internal(set) var failedUpdates = FailedUpdates()
    /// The user who made the payments of each launch.
    package private(set) var payers: [UInt64: UserID] = [:]
    /// The promoted purchases that were neither bought nor declined.
    package private(set) var promotions = RecordedPromotions()
    /// The recorded subscriptions.
    package internal(set) var subscriptions: RecordedSubscriptions
    /// The transactions of which a restored one may be a copy.
    var copies = RestoredCopies()
    var tallies = EnvironmentTallies()
    /// The steps due of transactions before they are finished.
    let deliverySteps: DeliverySteps
    /// The products whose updates are manual without a payment.
    private(set) var manualProducts: Set<String> = []
    /// The records of a later version, in their order, where they are going to be written again.
    private(set) var skipped: [SkippedRecord] = []
    private let keepsSkipped: Bool

    /// Makes a ledger without records, which keeps `archivingLimit` whole transactions that may be archived; records of
    /// later versions are kept only to be written into a snapshot again.
    package init(
        secret: KeyedHash = .zero, account: StoreAccount = .shared, deliverySteps: DeliverySteps = DeliverySteps(),
        archivingLimit: Int = 1_024, keepsSkipped: Bool = false
    ) {
        self.keepsSkipped = keepsSkipped
        transactions = TransactionIndex(
            hash: secret, origin: UpdateOrigin(account, secret), archivingLimit: archivingLimit)
        subscriptions = RecordedSubscriptions(hash: secret)
        self.deliverySteps = deliverySteps
        deliveries = DeliveryRecords(grants: deliverySteps.grants)
    }

    /// Makes the keys of identifiers, in this ledger and its parts.
    package var hash: KeyedHash { transactions.hash }

    /// Applies a record: a prepared one, or one that was read from storage.
    package mutating func apply(_ record: LedgerRecord) {
        switch record {
        case .update(let update, _) where update.kind == .statusChanged:
            apply(statusOf: update, update.renewal ?? ReportedRenewal(nil, nil))
            begunBefore = missedFrom
        case .update(let update, let stepsDue):
            let key = hash.fingerprint(of: update.transaction.ledgerID)
            self.apply(update, stepsDue, after: transactions.known(key), key)
            begunBefore = missedFrom
        case .signed(let id, let date): transactions.apply(signed: date, id)
        case .described(let transaction):
            if let (old, new) = transactions.apply(described: transaction) { noteEnvironment(of: new, after: old) }
        case .renewal(let originalID, let renewal): subscriptions.put(renewal, subscriptions.key(of: originalID))
        case .step(let id, let step): _ = deliveries.apply(step, of: id, &transactions)
        case .units(let id, let units): deliveries.apply(units, of: id, &transactions)
        case .finishing(let productID, .manual): manualProducts.insert(productID)
        case .finishing(let productID, .atomic): manualProducts.remove(productID)
        case .consumer(let name, let sequence):
            // Earlier versions accepted any number, and the consumer got no updates until it was reached.
            consumers[name] = sequence.map { min($0, nextSequence - 1) }
        case .failedUpdate(let name, let step): failedUpdates.apply(step, of: name)
        case .acquisition(let productID, let acquisition): acquisitions[productID] = acquisition
        case .lastReport(let time): lastReportTime = time
        case .payer(let launch, let user): payers[launch] = user
        case .missed(let number):
            missedFrom = min(number ?? nextSequence, nextSequence)
            begunBefore = missedFrom
        case .forgotten(let user): payers = payers.filter { $0.value != user }
        case .promoted, .promotedEnded: promotions.apply(record)
        case .piece(let piece): apply(piece)
        // Payments are not a user's alone: see ``OpenPayments``.
        case .intent, .intentEnded, .section: break
        case .skipped(let record):
            if keepsSkipped, !SkippedRecord.gone.contains(record.kind) { skipped.append(record) }
        }
    }

    /// Whether the call that is due of a transaction may have begun, in this launch or an earlier one.
    func mayHaveBegun(_ transaction: borrowing LedgerTransaction) -> Bool {
        transaction.hasBegun || transaction.sequence < begunBefore
    }

    @discardableResult
    mutating func apply(
        _ update: StoreUpdate, _ stepsDue: TransactionProgress.Steps, after old: LedgerTransaction?, _ key: Fingerprint
    ) -> LedgerTransaction {
        nextSequence = update.sequence + 1
        missedFrom = nextSequence
        lastReportTime = update.recordTime
        let transaction =
            if let old {
                deliveries.following(old, update, stepsDue)
            } else {
                LedgerTransaction(update, steps: stepsDue)
            }
        let former = old?.update.transaction
        if update.transaction.isConsumable || former?.isConsumable == true {
            tallies.add(update.transaction, after: former)
        }
        transactions.put(transaction, key)
        if let left = subscriptions.note(update.transaction, key, after: former) {
            subscriptions.findLatest(of: left, among: transactions)
        }
        if copies.isMade { copies.note(update.transaction, key, subscriptions) }
        copies.noteLatest(update.transaction, key, hash)
        trusted.note(update.transaction.signedTime, of: update.transaction.id, at: update.recordTime)
        return transaction
    }

    /// A report without an update may add the environment in which a consumable counts; returns whether it has.
    @discardableResult
    mutating func noteEnvironment(of new: StoreTransaction, after old: StoreTransaction) -> Bool {
        guard new.environment != old.environment else { return false }
        tallies.add(new, after: old)
        return true
    }

    /// Applies an update that only has a change of a renewal.
    mutating func apply(statusOf update: StoreUpdate, _ renewal: ReportedRenewal) {
        nextSequence = update.sequence + 1
        missedFrom = nextSequence
        lastReportTime = update.recordTime
        subscriptions.put(renewal, subscriptions.key(of: update.transaction.originalID))
        if let signed = renewal.signedTime { trusted.note(signed: signed, at: update.recordTime) }
    }
}

extension LedgerState {
    /// The latest date at which the App Store signed or sold a transaction, which decides expirations (E3).
    package var trustedDate: Timestamp { trusted.confirmed }

    /// The reported renewals, in the order of the latest transactions.
    package var renewals: [SubscriptionRenewal] { subscriptions.renewals(among: transactions) }

    /// The entitlements of each transaction's latest update; fields that were added since have no effect.
    var entitlements: EntitlementState { entitlements(in: .unknown) }

    /// The same of the transactions of an environment, and of those whose environment is not known.
    func entitlements(in environment: StoreEnvironment) -> EntitlementState {
        EntitlementState(
            of: transactions.all.map(\.update.transaction).filter { !$0.environment.differs(from: environment) },
            joined: subscriptions.joined, balances: tallies.balances(in: environment),
            renewals: renewals.filter { $0.renewal.renewalInfo?.environment.differs(from: environment) != true },
            acquired: Set(acquisitions.keys), hash: hash)
    }

    /// The customer's entitlements by these records, as a store with the same records returns them.
    package func entitlementSnapshot(policy: EntitlementPolicy = .none) -> EntitlementSnapshot {
        EntitlementSnapshot(
            state: entitlements, trustedDate: trustedDate, signedDate: trusted.latest, policy: policy,
            lastReport: lastReportTime)
    }

    /// The reasons of dead letters, by transaction.
    package var deadLetters: [String: String] { deliveries.deadLetters }

    /// All transactions with steps due, in the order of their updates; searched on request.
    package var outstanding: [LedgerTransaction] {
        transactions.all.filter { $0.progress.state != .done }.sorted { $0.sequence < $1.sequence }
    }
}
