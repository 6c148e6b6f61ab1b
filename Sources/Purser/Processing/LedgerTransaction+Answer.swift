extension LedgerTransaction {
    /// The answer for its payer.
    package var answer: PaymentAnswer { answer(after: nil) }

    /// The answer for its payer.
    ///
    /// - Parameter failure: the reason of its dead letter, if it has just become one.
    package func answer(after failure: (any Error)?) -> PaymentAnswer {
        guard progress.state == .deadLetter else { return .purchased(update, needsFinish: progress.isLeftToApp) }
        let cause = (failure as? RetryFailure)?.underlying ?? failure
        let reason = cause.map { " (\(Wording.short("\($0)")))" } ?? ""
        return .failed(
            PurchaseFailure(
                .deliveryFailed,
                "The purchase is paid for and recorded, but \(progress.failed)\(reason). It is listed in "
                    + "deadLetters(); call releaseDeadLetter(_:) once the cause is fixed.",
                productID: transaction.productID, transactionID: transaction.id, underlying: cause))
    }
}

extension TransactionProgress {
    /// The failure of a dead letter, as a part of a sentence.
    package var failed: String {
        switch stateOnceReleased {
        case .awaitsContent: "its content could not be installed"
        case .awaitsGrant: "the app's grant handler did not grant it"
        case .awaitsRevoke: "the App Store has revoked it since, and the app's revoke handler did not"
        case .awaitsApp, .awaitsFinish, .done, .deadLetter: "it could not be delivered before the App Store revoked it"
        }
    }
}
