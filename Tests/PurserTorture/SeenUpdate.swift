import Purser

/// An update as the named reader noted it.
struct SeenUpdate: Hashable, Sendable {
    var round: Int
    var sequence: UInt64
    var kind: String
    var id: String
    var productID: String
    var quantity: Int
    var isManual: Bool
    /// Whether nobody waited for it any more: its purchase was killed before it could be recorded.
    var isLate: Bool
    /// The product and quantity that the context names; `nil` where the update has none.
    var contextProductID: String?
    var contextQuantity: Int?

    init(_ update: StoreUpdate, round: Int) {
        self.round = round
        sequence = update.sequence
        kind = update.kind.rawValue
        id = update.transaction.id
        productID = update.transaction.productID
        quantity = update.transaction.purchasedQuantity
        isManual = update.finishing == .manual
        isLate = update.phase == .complete
        contextProductID = update.context["product"]
        contextQuantity = update.context["quantity"].flatMap { Int($0) }
    }

    /// The line that is noted.
    var line: String {
        [
            "\(round)", "\(sequence)", kind, id, productID, "\(quantity)", isManual ? "manual" : "atomic",
            isLate ? "late" : "answer",
            contextProductID ?? "-", contextQuantity.map { "\($0)" } ?? "-",
        ].joined(separator: " ")
    }

    /// Reads a line; `nil` when it makes no sense.
    init?(line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 10, let round = Int(words[0]), let sequence = UInt64(words[1]),
            let quantity = Int(words[5])
        else { return nil }
        self.round = round
        self.sequence = sequence
        (kind, id, productID, self.quantity) = (words[2], words[3], words[4], quantity)
        isManual = words[6] == "manual"
        isLate = words[7] == "late"
        contextProductID = words[8] == "-" ? nil : words[8]
        contextQuantity = Int(words[9])
    }

    /// Whether the update has the context of the purchase that it is about.
    var hasOwnContext: Bool { contextProductID == productID && contextQuantity == quantity }
}
