import Foundation
import Purser
import PurserTesting

/// Everything that a ledger must still know after a crash, in a form that can be compared.
struct LedgerDigest: Equatable {
    var nextSequence: UInt64
    var trustedDate: Timestamp
    var balances: [String: Int]
    /// For each: how far it has come.
    var outstanding: [String: TransactionProgress.State]
    var intents: [PaymentToken: PaymentState?]
    var deadLetters: [String: String]
    var consumers: [String: UInt64]
    var acquisitions: [String: Acquisition]
    var lastReport: Timestamp?
    var seen: Set<String>

    init(_ state: LedgerState, _ payments: OpenPayments = OpenPayments()) {
        nextSequence = state.nextSequence
        trustedDate = state.trustedDate
        balances = state.balances
        outstanding = Dictionary(
            uniqueKeysWithValues: state.outstanding.map {
                ($0.transaction.id, $0.progress.state)
            })
        intents = Dictionary(
            uniqueKeysWithValues: payments.all.map { ($0.token, $0.state.recorded) })
        deadLetters = state.deadLetters
        consumers = state.consumers
        acquisitions = state.acquisitions
        lastReport = state.lastReportTime
        seen = Set((0..<40).map { "t\($0)" }.filter { state.transactions.sequence(of: $0) != nil })
    }
}

/// A store's life as its ledger sees it, by chance: payments, transactions, refunds, repeats, steps, named readers, and what
/// subscribers acquire.
struct LedgerWorkload {
    private(set) var state = LedgerState(archivingLimit: 3)
    private var payments = OpenPayments()
    var generator: SeededGenerator
    private var time: Int64 = 1_000

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// All that is known.
    var known: (LedgerState, OpenPayments) {
        get { (state, payments) }
        set { (state, payments) = newValue }
    }

    /// What it comes to.
    var digest: LedgerDigest { LedgerDigest(state, payments) }

    /// Continues from what is stored.
    mutating func adopt(_ records: StoreRecords) { known = (records[.shared], records.payments) }

    /// A few entries, taken in.
    mutating func batch() -> (records: [LedgerRecord], isUrgent: Bool) {
        var records: [LedgerRecord] = []
        for _ in 0...Int.random(in: 0..<4, using: &generator) {
            let entry = entry()
            let new = state.records(of: entry, now: Timestamp(milliseconds: time))
            for record in new { payments.apply(record, of: nil) }
            records += new
        }
        return (records, Int.random(in: 0..<4, using: &generator) > 0)
    }

    private mutating func entry() -> LedgerEntry {
        time += 1
        let number = Int.random(in: 0..<40, using: &generator)
        let token = PaymentToken(launch: 7, number: UInt64(number))
        switch Int.random(in: 0..<10, using: &generator) {
        case 0:
            let request = PaymentRequest(productID: "p\(number % 3)", context: ["n": "\(number)"])
            return .intent(PaymentIntent(token: token, request: request, requestTime: Timestamp(milliseconds: time)))
        case 1: return .intentEnded(token, [.pending, .cancelled, .failed].randomElement(using: &generator) ?? .failed)
        case 2, 3, 4: return .transaction(transaction(number, token))
        case 5: return .step("t\(number)", .granted)
        case 6, 7: return .step("t\(number)", .finished)
        case 8:
            let products = (0..<1 + number % 3).map { "free\(number % 4 + $0)" }
            return number.isMultiple(of: 5) ? .lastReport : .acquired(products, subscription: "s\(number % 2)")
        default:
            return Bool.random(using: &generator)
                ? .step("t\(number)", number.isMultiple(of: 2) ? .deadLetter(reason: "why") : .released)
                : .consumer("c\(number % 2)", state.nextSequence - 1)
        }
    }

    private mutating func transaction(_ number: Int, _ token: PaymentToken) -> IncomingTransaction {
        var fields = StoreTransaction.Fields(
            id: "t\(number)", productID: "p\(number % 3)", productType: number % 5 == 0 ? .nonConsumable : .consumable,
            purchasedQuantity: 1 + number % 3, purchaseTime: Timestamp(milliseconds: 500 + Int64(number)))
        fields.signedTime = Timestamp(milliseconds: time)
        if Int.random(in: 0..<4, using: &generator) == 0 { fields.revocationTime = Timestamp(milliseconds: time) }
        return IncomingTransaction(
            StoreTransaction(fields), phase: .payment, needsFinish: Bool.random(using: &generator), answers: token,
            intent: payments[token]?.intent)
    }
}

extension LedgerStorage {
    /// What the stored records come to.
    func records() throws -> StoreRecords {
        let secret = try secret()
        var records = StoreRecords { _ in LedgerState(secret: secret, archivingLimit: 3) }
        try load { records.apply($0) }
        return records
    }

    /// The state that the stored records come to.
    func state() throws -> LedgerState { try records()[.shared] }

    /// What the stored records come to.
    func digest() throws -> LedgerDigest {
        let records = try records()
        return LedgerDigest(records[.shared], records.payments)
    }
}
