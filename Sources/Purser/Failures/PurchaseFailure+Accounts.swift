#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Failures that have to do with the app's users.
extension PurchaseFailure {
    /// The call needs a user, and the app has not named one yet.
    static func accountNotNamed(productID: String? = nil) -> PurchaseFailure {
        PurchaseFailure(
            .accountNotNamed, "Nobody is named yet, so nothing is bought or reported. Call switchAccount(to:) first.",
            productID: productID)
    }

    /// The failure of a call whose session ended because the app switched to another user: `.storeClosed` becomes
    /// `.accountSwitched`, and every other failure stays as it is.
    func seenAfterSwitch() -> PurchaseFailure {
        guard code == .storeClosed else { return self }
        return PurchaseFailure(
            .accountSwitched,
            "The app switched to another user before this ended. A payment that reached the store goes on, and its "
                + "transaction arrives with the updates of the user who paid, once that user is named again.",
            productID: productID, transactionID: transactionID)
    }

    /// A store whose users are named was asked to go back to the shared account, which would record and publish what
    /// belongs to each of them.
    static var sharedAgain: PurchaseFailure {
        PurchaseFailure(
            .invalidRequest,
            "A store whose users are named cannot go on with the shared state, which takes what belongs to each of "
                + "them. Switch to .unnamed, or to a user of its own for guests; or open another store as .shared.")
    }

    /// A ledger belongs to another user than the one for whom it was opened.
    ///
    /// - Parameters:
    ///   - path: where the ledger is kept.
    ///   - owner: the user named in the ledger; `nil` when it is the shared one.
    ///   - user: the user for whom it was opened; `nil` for the shared account.
    static func wrongAccount(_ path: String, of owner: UUID?, openedFor user: UUID?) -> PurchaseFailure {
        func name(_ user: UUID?) -> String { user.map { "user \($0)" } ?? "nobody in particular" }
        return PurchaseFailure(
            .wrongAccount,
            "The ledger \(path) belongs to \(name(owner)) and was opened for \(name(user)). Nothing was changed. "
                + "Each user's folder has to stay where the store made it.")
    }
}

extension BackendError {
    /// The customer of the App Store owns the product already, and another user of the app bought it.
    static func ownedByAnotherAccount(_ productID: String) -> BackendError {
        BackendError(
            .ownedByAnotherAccount,
            "This customer of the store owns \(productID) already, and another user of the app bought it. "
                + "Nothing was charged; that user has it.")
    }
}
