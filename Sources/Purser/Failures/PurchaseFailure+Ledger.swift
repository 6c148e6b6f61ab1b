// Failures of the ledger.
extension PurchaseFailure {
    /// An error of the ledger's storage, of code `.ledgerUnavailable` unless it is a failure already.
    package init(ledger error: any Error) {
        switch error {
        case let failure as PurchaseFailure: self = failure
        case let damage as LedgerDamage where damage.isNewerVersion:
            self.init(.ledgerUnavailable, "\(damage). Update the program.", underlying: damage)
        case let damage as LedgerDamage where damage.isOlderVersion:
            self.init(
                .ledgerUnavailable, "\(damage). Nothing was changed. \(LedgerDamage.olderAdvice)", underlying: damage)
        case let damage as LedgerDamage:
            self.init(
                .ledgerUnavailable,
                "The ledger is damaged: \(damage). Nothing was changed; `purser ledger repair` saves what is whole.",
                underlying: damage)
        default:
            self.init(
                .ledgerUnavailable,
                "The ledger: \(error). What is paid for stays unfinished and comes again.", underlying: error)
        }
    }

    /// A step in handing over a recorded purchase could not be written to the ledger.
    ///
    /// - Parameters:
    ///   - setsAside: whether that step was to set the purchase aside as a dead letter.
    ///   - error: what the ledger threw.
    static func unrecordedStep(
        productID: String, transactionID: String, setsAside: Bool, because error: any Error
    ) -> PurchaseFailure {
        let next =
            setsAside
            ? "It could not be handed over, and is in the dead letters as soon as the ledger can be written: release "
                + "it there once the cause is mended."
            : "Handing it over goes on by itself as soon as the ledger can be written, at the latest at the next "
                + "launch, and arrives in the updates. Do not buy it again."
        return PurchaseFailure(
            .ledgerUnavailable, "The purchase is paid for and recorded. \(next)", productID: productID,
            transactionID: transactionID, underlying: error)
    }
}
