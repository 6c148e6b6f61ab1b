/// Whether it is known what the customer owns; an empty list alone does not show that.
public enum EntitlementAvailability: Sendable, CustomStringConvertible {
    /// No user is named, or the backend has not reported everything yet since this ledger is new.
    ///
    /// The listed entitlements are owned; there may be more.
    case notKnownYet
    /// The recorded transactions are those that the backend last reported.
    ///
    /// It stays so while the backend is unreachable.
    case known
    /// The backend could not be reached and nothing is recorded, or the user's ledger could not be opened.
    ///
    /// The request is repeated by the retry policy; the ledger is opened again when the user is named again.
    case failed(PurchaseFailure)

    /// Whether it is known.
    public var isKnown: Bool { if case .known = self { true } else { false } }

    /// The availability as text, with the failure.
    public var description: String {
        switch self {
        case .notKnownYet: "not known yet"
        case .known: "known"
        case .failed(let failure): "failed: \(failure)"
        }
    }
}
