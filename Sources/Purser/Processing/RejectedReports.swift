/// The latest rejected reports of the backend, as a list and as streams.
///
/// Promises: each is reported once while it is listed, to every stream that keeps up; a stream that is behind by more
/// than the length of the list misses the oldest; a report waits for no stream.
package final class RejectedReports: Sendable {
    private let feed = Feed<RejectedReport>(limit: MemoryLimits.rejectedReports)
    private let diagnostics: DiagnosticFeed

    /// Makes an empty list.
    package init(diagnostics: DiagnosticFeed = DiagnosticFeed()) { self.diagnostics = diagnostics }

    /// Those that are listed, the oldest first.
    package var all: [RejectedReport] { feed.values }

    /// Lists the reports that are not listed yet.
    package func add(_ reports: [RejectedReport]) {
        guard !reports.isEmpty else { return }
        for report in feed.add(reports, unless: ==) { diagnostics.report(StoreDiagnostic(report)) }
    }

    /// The listed ones, and then each later one; ends at the close.
    package func stream() -> AsyncStream<RejectedReport> { feed.stream() }

    /// Ends all streams after their last reports.
    package func close() { feed.close() }
}

extension RejectedReport {
    init(_ rejected: RejectedTransaction) {
        let transaction = rejected.transaction.transaction
        let failure = rejected.failure
        self.init(
            .transaction, id: transaction.id, productID: transaction.productID,
            reason: rejected.reported.verification.rejection, message: failure.message)
    }
}

extension RejectedReport {
    init(_ reported: BackendRenewalInfo) {
        self.init(
            .renewalInfo, id: reported.renewalInfo.originalTransactionID,
            productID: reported.renewalInfo.currentProductID,
            reason: reported.verification.rejection,
            message:
                "The reported renewal info of the subscription was rejected (\(reported.verification.reason)): it "
                + "could not be verified. The earlier report remains; the App Store reports it again by itself.")
    }
}

extension RejectedTransaction {
    var failure: PurchaseFailure {
        let (code, message): (PurchaseFailure.Code, String) =
            switch reported.verification {
            case .undetermined(let reason):
                (
                    .verificationUnavailable,
                    "The transaction could not be verified now (\(Wording.short(reason))). It is neither granted nor "
                        + "rejected: it stays unfinished, is verified again automatically, and arrives in the updates "
                        + "if it is valid. Do not buy again."
                )
            case .outOfLimits(let reason):
                (
                    .invalidTransaction,
                    "The report of the transaction exceeds the limits (\(Wording.short(reason))). It is neither "
                        + "recorded nor finished, and is reported again. Report this to the backend's maker; the "
                        + "limits are in IntakeLimits."
                )
            case .verified, .invalid:
                (
                    .verificationFailed,
                    "The transaction is invalid (\(reported.verification.reason)). It is neither granted nor finished; if the "
                        + "customer was charged, they can request a refund from the App Store."
                )
            }
        return PurchaseFailure(
            code, message,
            productID: Wording.short(transaction.transaction.productID, limit: IntakeLimits.identifierBytes),
            transactionID: Wording.short(transaction.transaction.id, limit: IntakeLimits.identifierBytes))
    }
}

extension BackendTransaction.Verification {
    fileprivate var rejection: RejectedReport.Reason {
        switch self {
        case .verified, .invalid: .invalid
        case .undetermined: .undetermined
        case .outOfLimits: .outOfLimits
        }
    }

    /// The reason, short enough for a message; empty when it is valid.
    fileprivate var reason: String {
        switch self {
        case .verified: ""
        case .invalid(let reason), .undetermined(let reason), .outOfLimits(let reason): Wording.short(reason)
        }
    }
}

extension StoreDiagnostic {
    /// The diagnostic of a report; its message may quote the backend, and is therefore omitted.
    fileprivate init(_ report: RejectedReport) {
        let isDecided = [.invalid, .outOfLimits, .otherPurchase].contains(report.reason)
        self.init(
            .rejected, isDecided ? .error : .warning,
            Subject(transactionID: report.kind == .transaction ? report.id : nil, productID: report.productID),
            message: "A reported \(report.kind) was rejected: \(report.reason). See rejectedReports.")
    }
}

extension PurchaseFailure {
    /// The failure for calls that wait for a transaction that is another purchase than the recorded one of its
    /// identifier.
    init(rejecting transaction: StoreTransaction, beside recorded: StoreTransaction) {
        self.init(
            .conflictingTransaction,
            "The App Store reports transaction \(transaction.id) as a purchase of \(transaction.productID) at "
                + "\(transaction.purchaseTime.date). The ledger has a purchase of \(recorded.productID) with this "
                + "identifier, at \(recorded.purchaseTime.date). The new one is neither recorded nor granted, and "
                + "stays unfinished. An account that was reset reuses its identifiers: while testing, remove the "
                + "ledger, or use one ledger for each account. Report it if customers see it.",
            productID: transaction.productID, transactionID: transaction.id)
    }
}
