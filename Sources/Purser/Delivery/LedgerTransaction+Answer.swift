extension LedgerTransaction {
    /// What its payer is answered.
    package var answer: PaymentAnswer {
        guard life.state == .setAside else { return .purchased(update, needsFinish: life.isLeftToApp) }
        return .failed(
            PurchaseFailure(
                .setAside,
                "The purchase is paid for and recorded, but could not be handed over. "
                    + "It is listed in the dead letters; release it there once the cause is mended.",
                productID: transaction.productID, transactionID: transaction.id))
    }
}
