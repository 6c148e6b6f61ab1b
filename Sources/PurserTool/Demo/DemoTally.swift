import Purser

/// The counts of the demo, for a comparison with those of the App Store.
struct DemoTally: Sendable {
    /// A requested purchase.
    private struct Asked: Sendable {
        var productID: String
        var quantity: Int
    }

    /// All updates of the stream, in order.
    var updates: [StoreUpdate] = []
    /// All updates again, read from the beginning.
    var replay: [StoreUpdate] = []
    var purchased = 0
    var pending = 0
    var rejected = 0
    /// Manual purchases that the demo granted itself.
    var delivered: [String] = []
    /// The number of unfinished transactions when the store was closed.
    var leftover = 0

    private var asked: [String: Asked] = [:]

    /// The number of requested purchases.
    var calls: Int { asked.count }
    var lastSequence: UInt64 { updates.last?.sequence ?? 0 }

    /// Records a purchase, and returns a unique context.
    mutating func began(_ productID: String, _ quantity: Int = 1) -> [String: String] {
        let name = "\(asked.count + 1)"
        asked[name] = Asked(productID: productID, quantity: quantity)
        return ["purchase": name]
    }

    mutating func ended(_ outcome: PurchaseOutcome) {
        switch outcome {
        case .purchased: purchased += 1
        case .pending: pending += 1
        case .cancelled: break
        }
    }

    /// The number of updates with the context of another purchase, or with a repeated one.
    var strayContexts: Int {
        var seen: Set<String> = []
        return updates.filter { $0.kind == .purchased }.count { update in
            guard let name = update.context["purchase"], let request = asked[name], seen.insert(name).inserted else {
                return true
            }
            return request.productID != update.transaction.productID
                || request.quantity != update.transaction.purchasedQuantity
        }
    }

    /// The number of updates of a kind.
    func count(of kind: StoreUpdate.Kind) -> Int { updates.count { $0.kind == kind } }

    /// Whether the updates are numbered 1, 2, 3 and so on.
    var isContiguous: Bool { updates.map(\.sequence) == updates.indices.map { UInt64($0) + 1 } }
}
