import Foundation
import Purser
import Testing

/// The ledgers that `Files` holds, in earlier versions of the format: what was written into each of them, in order.
///
/// Nothing here may be changed: the files are real, and can be written by nobody any more. Their README says by whom they were.
struct EarlierLedger: Sendable, CustomTestStringConvertible {
    /// Its folder in `Files`; the store's own is the empty name.
    let folder: String
    /// The version in all its headers.
    let version: UInt16
    /// The records of each log that was ever written, oldest first.
    let logs: [[LedgerRecord]]
    /// The number of the last log that is in the snapshot; 0 when there is no snapshot.
    let snapshot: Int
    /// The oldest log that is still there.
    let oldestLog: Int
    /// Whether it was closed in order; the other ends with a write that was torn.
    let isClosed: Bool

    var testDescription: String { folder.isEmpty ? "shared" : folder }

    static let all = [shared, user, claims]

    /// Everything that was written, in order.
    var records: [LedgerRecord] { logs.flatMap { $0 } }

    /// The last update of each transaction, in the order of their numbers.
    var latest: [StoreUpdate] {
        var latest: [String: StoreUpdate] = [:]
        for case .update(let update, _) in records { latest[update.transaction.id] = update }
        return latest.values.sorted { $0.sequence < $1.sequence }
    }

    // MARK: What the records are made of

    static let launch: UInt64 = 0xFEED_0000_0000_0001
    static let otherUser = UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9))

    static func intent(
        _ number: UInt64, _ product: String = "coins", quantity: Int = 1, account: UUID? = nil,
        context: [String: String] = [:], options: Set<PurchaseOption> = [], finishing: Finishing = .atomic
    ) -> PaymentIntent {
        PaymentIntent(
            token: PaymentToken(launch: launch, number: number),
            request: PaymentRequest(
                productID: product, quantity: quantity, appAccountToken: account, context: context, options: options,
                finishing: finishing),
            requestTime: at(Int64(number)))
    }

    static func update(
        _ sequence: UInt64, _ kind: StoreUpdate.Kind = .purchased, of transaction: StoreTransaction,
        _ phase: StoreUpdate.Phase = .complete, for intent: PaymentIntent? = nil,
        duties: TransactionLife.Steps = [.needsFinish]
    ) -> LedgerRecord {
        let update = StoreUpdate(
            sequence: sequence, phase: phase, kind: kind, transaction: transaction, intent: intent,
            recordTime: at(100 + Int64(sequence)))
        return .update(update, duties: duties)
    }

    /// A consumable that was bought and finished.
    static func finished(
        _ sequence: UInt64, _ id: String, _ kind: StoreUpdate.Kind = .purchased,
        _ change: (inout StoreTransaction.Fields) -> Void = { _ in }
    ) -> [LedgerRecord] {
        [update(sequence, kind, of: .sample(id, at: Int64(sequence), change)), .step(id, .finished)]
    }
}
