import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An update as the named consumer noted it.
struct SeenUpdate: Hashable, Sendable {
    /// Whose update it is.
    var user: UUID
    var round: Int
    var sequence: UInt64
    var kind: String
    var id: String
    var productID: String
    var quantity: Int
    var isManual: Bool
    /// Whether nobody waited for it any more: its purchase was killed before it could be recorded.
    var isLate: Bool
    /// How much of it was refunded, in percent; `nil` where it was not.
    var percentage: String?
    /// The user whom the context names; `nil` where the update has no context.
    var contextUser: UUID?
    /// The product and quantity that the context names; `nil` where the update has none.
    var contextProductID: String?
    var contextQuantity: Int?

    init(_ update: StoreUpdate, of user: UUID, round: Int) {
        self.user = user
        self.round = round
        sequence = update.sequence
        kind = update.kind.rawValue
        id = update.transaction.id
        productID = update.transaction.productID
        quantity = update.transaction.purchasedQuantity
        isManual = update.finishing == .manual
        isLate = update.phase == .complete
        percentage = update.transaction.revocationPercentage.map { "\($0)" }
        contextUser = update.context["user"].flatMap { UUID(uuidString: $0) }
        contextProductID = update.context["product"]
        contextQuantity = update.context["quantity"].flatMap { Int($0) }
    }

    /// The line that is noted.
    var line: String {
        [
            "\(user)", "\(round)", "\(sequence)", kind, id, productID, "\(quantity)", isManual ? "manual" : "atomic",
            isLate ? "late" : "answer", percentage ?? "-", contextUser.map { "\($0)" } ?? "-",
            contextProductID ?? "-", contextQuantity.map { "\($0)" } ?? "-",
        ].joined(separator: " ")
    }

    /// Reads a line; `nil` when it makes no sense.
    init?(line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 13, let user = UUID(uuidString: words[0]), let round = Int(words[1]),
            let sequence = UInt64(words[2]), let quantity = Int(words[6])
        else { return nil }
        (self.user, self.round, self.sequence) = (user, round, sequence)
        (kind, id, productID, self.quantity) = (words[3], words[4], words[5], quantity)
        isManual = words[7] == "manual"
        isLate = words[8] == "late"
        percentage = words[9] == "-" ? nil : words[9]
        contextUser = UUID(uuidString: words[10])
        contextProductID = words[11] == "-" ? nil : words[11]
        contextQuantity = Int(words[12])
    }

    /// Whether the update has the context of the purchase that it is about.
    var hasOwnContext: Bool { contextProductID == productID && contextQuantity == quantity }
}
