/// Whether it is known what the customer owns; an empty list alone does not say that.
public enum EntitlementAvailability: Sendable {
    /// Nobody is named, or the store was not heard to its end yet since this ledger is new.
    ///
    /// What the entitlements list meanwhile is owned; there may be more.
    case notKnownYet
    /// What is recorded is what the store has reported, at the latest when it was last heard.
    ///
    /// It stays so when the store is away.
    case known
    /// The store could not be reached and nothing is recorded, or the user's ledger could not be opened.
    ///
    /// The store is asked again by its retry policy; a ledger when the user is named again.
    case failed(PurchaseFailure)

    /// Whether it is known.
    public var isKnown: Bool { if case .known = self { true } else { false } }
}

extension EntitlementAvailability: CustomStringConvertible {
    /// In words, with the failure.
    public var description: String {
        switch self {
        case .notKnownYet: "not known yet"
        case .known: "known"
        case .failed(let failure): "failed: \(failure)"
        }
    }
}
