import Foundation
package import Purser

/// Reports of a backend, made from any bytes, and passed to the intake and the ledger: for every input nothing traps,
/// no balance is negative, and the records read the same again.
package enum IntakeFuzzing {
    /// The events that these bytes represent, in batches.
    package static func batches(_ input: [UInt8]) -> [[BackendEvent]] {
        var bytes = FuzzBytes(input)
        var batches: [[BackendEvent]] = []
        while !bytes.isEmpty, batches.count < 64 {
            batches.append((0...bytes.choice(4)).map { _ in event(&bytes) })
        }
        return batches
    }

    /// Processes the events of an input.
    package static func check(_ input: [UInt8]) -> LedgerFuzzing.Answer {
        let batches = batches(input)
        let admitted = IntakeValidation.validate(batches)
        for report in admitted.rejected + admitted.batches.joined().compactMap(\.rejection) where !report.isShort {
            return .wrong("a report is as long as the rejected text")
        }
        let deliverySteps = DeliverySteps(grants: true)
        var state = LedgerState(deliverySteps: deliverySteps, archivingLimit: 1)
        var replayed = LedgerState(deliverySteps: deliverySteps, archivingLimit: 1)
        for batch in admitted.batches {
            let genuine = batch.compactMap(\.transaction).filter { $0.verification == .verified }
            let incoming = genuine.map { reported in
                IncomingTransaction(
                    reported.transaction, phase: .complete, needsFinish: reported.needsFinish)
            }
            let renewals = batch.compactMap(\.renewalReport)
            let now = Timestamp(milliseconds: 1_700_000_000_000)
            for record in state.records(reporting: incoming, renewals: renewals, now: now) {
                guard let again = try? LedgerRecord(bytes: record.bytes) else { return .wrong("\(record) is not read") }
                guard record.bytes.count < 2 * IntakeLimits.signedFormBytes else { return .wrong("a record swells") }
                replayed.apply(again)
            }
        }
        return check(state, replayed)
    }

    private static func check(_ state: LedgerState, _ replayed: LedgerState) -> LedgerFuzzing.Answer {
        if let part = difference(state, replayed) { return .wrong("a relaunch reads other \(part)") }
        let entitlements = StoreEntitlements(
            state.entitlementSnapshot(), deviceTime: Timestamp(milliseconds: 1_700_000_000_000))
        guard entitlements.purchasedQuantities.values.allSatisfy({ $0 >= 0 }) else {
            return .wrong("a balance is negative")
        }
        // Printing goes through everything, dates and names too.
        _ = "\(entitlements) \(entitlements.subscriptions) \(entitlements.active)"
        return state.nextSequence > 1 ? .read : .rejected
    }

    /// The difference after a relaunch; `nil` when there is none.
    private static func difference(_ state: LedgerState, _ replayed: LedgerState) -> String? {
        func renewals(_ state: LedgerState) -> [StoreRenewalInfo?] { state.renewals.map(\.renewal.renewalInfo) }
        let balances = [state, replayed].map { $0.entitlementSnapshot().state.balances }
        if balances[0] != balances[1] { return "balances" }
        if state.trustedDate != replayed.trustedDate { return "trusted date" }
        if state.nextSequence != replayed.nextSequence { return "number of updates" }
        if state.renewals.map(\.renewal.state) != replayed.renewals.map(\.renewal.state) {
            return "states of subscriptions"
        }
        if renewals(state).map(\.?.autoRenewPreference) != renewals(replayed).map(\.?.autoRenewPreference) {
            return "renewals"
        }
        return owed(state) == owed(replayed) ? nil : "unfinished transactions"
    }

    /// The steps due of transactions, except of those that only wait for their finish: the backend reports at each
    /// activation which these are.
    private static func owed(_ state: LedgerState) -> [TransactionProgress] {
        state.outstanding.filter { transaction in
            transaction.progress.state != .awaitsFinish
        }
        .map(\.lifeOnceWaiting)
    }

    // MARK: Events

    private static func event(_ bytes: inout FuzzBytes) -> BackendEvent {
        switch bytes.choice(12) {
        case 0: .paymentEnded(ending(&bytes))
        case 1: .restoreEnded(RestoreID(rawValue: UInt64(bytes.choice(4))), nil)
        case 2: .storefrontChanged(StoreStorefront(countryCode: bytes.text(), currencyCode: bytes.maybe { $0.text() }))
        case 3: .promotedPurchase(PromotedPurchase(id: bytes.text(), productID: bytes.text()))
        case 4: .renewalInfo(BackendRenewalInfo(bytes.renewalInfo()))
        case 5: .entitlementsRevoked(productIDs: (0..<bytes.choice(4)).map { _ in bytes.text() })
        case 6:
            .subscriptionStatus(
                StoreSubscriptionStatus(state: .init(rawValue: Int(bytes.number())), transactionID: bytes.text()))
        case 7: .caughtUp
        default: .transaction(transaction(&bytes))
        }
    }

    private static func ending(_ bytes: inout FuzzBytes) -> PaymentEnding {
        let token = bytes.maybe { PaymentToken(launch: UInt64($0.choice(3)), number: UInt64($0.choice(4))) }
        let error = BackendFailure(
            .init(rawValue: bytes.text()), bytes.text(), retry: .retryable(after: bytes.duration()))
        let results: [PaymentEnding.Result] = [.pending, .cancelled, .failed(error)]
        return PaymentEnding(
            token: token, productID: bytes.text(), result: results[bytes.choice(3)],
            failedTransactionID: bytes.maybe { $0.text() }, isLeftover: bytes.choice(2) == 0)
    }

    private static func transaction(_ bytes: inout FuzzBytes) -> BackendTransaction {
        let types: [StoreProduct.ProductType] = [.consumable, .nonConsumable, .autoRenewable, .nonRenewable, .unknown]
        var fields = StoreTransaction.Fields(
            id: bytes.text(), productID: bytes.text(), productType: types[bytes.choice(5)],
            purchasedQuantity: bytes.choice(2) == 0 ? 1 : Int(bytes.number()), purchaseDate: bytes.date())
        if bytes.choice(2) == 0 { fields.originalID = bytes.text() }
        fields.expirationDate = bytes.maybe { $0.date() }
        fields.revocationDate = bytes.maybe { $0.date() }
        fields.signedDate = bytes.maybe { $0.date() }
        fields.jwsRepresentation = bytes.maybe { $0.text() }
        fields.subscriptionGroupID = bytes.maybe { $0.text() }
        fields.price = bytes.maybe { $0.decimal() }
        fields.isUpgraded = bytes.choice(4) == 0
        if bytes.choice(2) == 0 { bytes.addParticulars(to: &fields) }
        let token = bytes.maybe { PaymentToken(launch: UInt64($0.choice(3)), number: UInt64($0.choice(4))) }
        let origins: [BackendTransaction.Origin] = [
            .other(token), .payment(token), .elsewhere, .restore(RestoreID(rawValue: UInt64(bytes.choice(3)))),
        ]
        return BackendTransaction(
            StoreTransaction(fields), origin: origins[bytes.choice(4)],
            needsFinish: [nil, true, false][bytes.choice(3)],
            verification: bytes.choice(8) == 0 ? .invalid(bytes.text()) : .verified)
    }
}

extension BackendEvent {
    /// The report of a renewal that may be recorded.
    fileprivate var renewalReport: RenewalReport? {
        switch self {
        case .renewalInfo(let reported): reported.verification == .verified ? .info(reported.renewalInfo) : nil
        case .subscriptionStatus(let status): .status(status)
        default: nil
        }
    }

    /// The report of a rejected transaction.
    fileprivate var rejection: RejectedReport? {
        guard let reported = transaction, case .outOfLimits(let reason) = reported.verification else { return nil }
        return RejectedReport(
            .transaction, id: reported.transaction.id, productID: reported.transaction.productID, reason: .outOfLimits,
            message: reason)
    }
}

extension RejectedReport {
    fileprivate var isShort: Bool { "\(self)".utf8.count < 6_000 }
}

extension LedgerTransaction {
    /// Its state once the backend has reported that it waits: it reports that at each activation, so it is in no
    /// record.
    fileprivate var lifeOnceWaiting: TransactionProgress {
        var progress = progress
        progress.noteWaiting()
        return progress
    }
}
