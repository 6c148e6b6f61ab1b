/// The result of comparing a report with the recorded purchase of its identifier.
enum ReportedIdentity: Sendable {
    /// The recorded purchase.
    case same
    /// A purchase of another environment.
    case otherEnvironment
    /// Another purchase, which the ledger cannot record under this identifier.
    case otherPurchase

    /// - Parameter isSame: whether product and purchase date are those on record.
    init(isOfOtherEnvironment: Bool, isSame: Bool) {
        self = isOfOtherEnvironment ? .otherEnvironment : isSame ? .same : .otherPurchase
    }
}
