import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How much was given back for each transaction.
///
/// It follows from the list of refunds. Each refund is added once, so that the next one costs the same however many there are.
struct RefundSums: Sendable {
    private var sums: [String: Decimal] = [:]
    private var counted = 0

    /// How much was given back for a transaction by a list of refunds that has only grown since the last call.
    mutating func total(of transactionID: String, in refunds: NotingList<SimulatedRefund>) -> Decimal {
        for refund in refunds[counted...] { sums[refund.transactionID, default: 0] += refund.amount }
        counted = refunds.count
        return sums[transactionID] ?? 0
    }
}
