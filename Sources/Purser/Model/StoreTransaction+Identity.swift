#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

// What tells two purchases apart that a store reports under one identifier (D3).
extension StoreTransaction {
    /// By what the ledger knows it: its identifier.
    ///
    /// Where a transaction of another environment had that identifier before, the
    /// environment follows it, as in `7@Sandbox`.
    package var ledgerID: String { particularsBox?.particulars.ledgerID ?? id }

    /// The environment; `nil` where the platform does not say it.
    var toldEnvironment: String? { environment == .unknown ? nil : environment.rawValue }

    /// The same transaction, known to the ledger by its identifier and its environment.
    func namedByEnvironment() -> StoreTransaction { named(environment.name(of: id)) }

    /// The same transaction, known to the ledger by a name.
    func named(_ ledgerID: String) -> StoreTransaction {
        var fields = fields
        fields.particulars.ledgerID = ledgerID
        return StoreTransaction(fields)
    }

    /// The same transaction with another account token, or none.
    package func naming(_ account: UUID?) -> StoreTransaction {
        guard account != appAccountToken else { return self }
        var fields = fields
        fields.appAccountToken = account
        return StoreTransaction(fields)
    }

    /// Whether both say where they were made, and that differs.
    func isOfOtherEnvironment(than other: StoreTransaction) -> Bool { environment.differs(from: other.environment) }

    /// Whether two descriptions that have one identifier are of one purchase: they name the same product and the same purchase
    /// date, and not two environments.
    ///
    /// StoreKit 1 and 2 report dates that differ by less than a second.
    package func isSamePurchase(as other: StoreTransaction) -> Bool {
        productID == other.productID && purchaseTime.isWithinSecond(of: other.purchaseTime)
            && !isOfOtherEnvironment(than: other)
    }
}

extension StoreEnvironment {
    /// By what a transaction of an identifier is known where another environment's had that identifier before: `7@Sandbox`.
    func name(of id: String) -> String { "\(id)@\(rawValue)" }

    /// The identifier and the environment of such a name; `nil` where it is a plain identifier.
    static func parts(of name: String) -> (id: String, environment: StoreEnvironment)? {
        guard let end = name.lastIndex(of: "@") else { return nil }
        return (String(name[..<end]), StoreEnvironment(rawValue: String(name[name.index(after: end)...])))
    }

    /// Whether both are said, and are two.
    func differs(from other: StoreEnvironment) -> Bool {
        self != other && self != .unknown && other != .unknown
    }
}

extension Timestamp {
    /// The whole seconds since 1970, rounded down.
    var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1_000 : (milliseconds + 1) / 1_000 - 1 }

    /// Whether less than a second lies between two moments.
    func isWithinSecond(of other: Timestamp) -> Bool {
        if milliseconds == other.milliseconds { return true }
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
        return !overflow && (-999...999).contains(difference)
    }
}

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
