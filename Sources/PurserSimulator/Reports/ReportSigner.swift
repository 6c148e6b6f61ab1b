import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Adds signatures to the App Store's reports, if there is a signer.
struct ReportSigner: Sendable {
    /// The signer; `nil` for no signatures.
    var signer: (any StoreSigner)?

    /// Signs a subject; `nil` without a signer.
    ///
    /// - Parameter settings: a failure of verification in them makes the signature invalid.
    func jws(of subject: SignedSubject, isGenuine: Bool = true, by settings: SimulatorSettings) -> String? {
        signer?.jws(of: subject, isGenuine: isGenuine && settings.failures.verification == nil)
    }

    /// Returns events with their transactions and renewal infos signed.
    func signed(_ events: [BackendEvent], by settings: SimulatorSettings) -> [BackendEvent] {
        guard signer != nil else { return events }
        return events.map { event in
            switch event {
            case .transaction(var reported):
                var fields = reported.transaction.fields
                fields.jwsRepresentation = jws(
                    of: .transaction(reported.transaction), isGenuine: reported.verification == .verified, by: settings)
                reported.transaction = StoreTransaction(fields)
                return .transaction(reported)
            case .renewalInfo(var reported):
                reported.renewalInfo.jwsRepresentation = jws(
                    of: .renewalInfo(reported.renewalInfo), isGenuine: reported.verification == .verified, by: settings)
                return .renewalInfo(reported)
            default: return event
            }
        }
    }

    /// Makes a receipt of an account: signed (PKCS#7), or JSON without a signer.
    func receipt(of account: SimulatedAccountState, at creation: Timestamp) throws(BackendFailure) -> StoreReceipt {
        let settings = account.catalog.settings
        // Like Apple's receipt, it omits finished consumables.
        let transactions = account.book.transactions.history
            .filter { $0.transaction.productType != .consumable || !$0.isFinished }.map(\.transaction)
        do {
            if let signer {
                let content = ReceiptContent(
                    app: settings.app, environment: settings.environment, creationDate: creation.date,
                    originalPurchaseDate: (account.book.transactions.firstPurchaseTime ?? creation).date,
                    transactions: transactions)
                return StoreReceipt(data: try signer.receipt(content))
            }
            let content = PlainReceipt(
                environment: settings.environment.rawValue, creationDate: creation, storefront: settings.storefront,
                transactions: transactions)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            return StoreReceipt(data: try encoder.encode(content))
        } catch {
            throw BackendFailure(
                .receiptUnavailable, "The receipt could not be written. Try again later.", underlying: error)
        }
    }
}

private struct PlainReceipt: Codable {
    var environment: String
    var creationDate: Timestamp
    var storefront: StoreStorefront
    var transactions: [StoreTransaction]
}
