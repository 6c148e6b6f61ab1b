/// What a report is about, compared with what the ledger has under its identifier.
enum ReportedIdentity: Sendable {
    /// The purchase on record.
    case same
    /// A purchase of another environment.
    case otherEnvironment
    /// Another purchase, for which the ledger has no place.
    case otherPurchase

    /// - Parameter isSame: whether product and purchase date are those on record.
    init(isOfOtherEnvironment: Bool, isSame: Bool) {
        self = isOfOtherEnvironment ? .otherEnvironment : isSame ? .same : .otherPurchase
    }
}
