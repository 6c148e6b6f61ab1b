import Purser

/// What the demo counts, to compare it with what the App Store has counted.
struct DemoTally: Sendable {
    /// A purchase that was asked for.
    private struct Asked: Sendable {
        var productID: String
        var quantity: Int
    }

    /// Every update that the stream gave, in the order it came.
    private(set) var updates: [StoreUpdate] = []
    /// The updates once more, read from the beginning.
    private(set) var replay: [StoreUpdate] = []
    private(set) var purchased = 0
    private(set) var pending = 0
    private(set) var rejected = 0
    /// Manual purchases that the demo granted itself.
    private(set) var delivered: [String] = []
    /// What the store had left to do when it closed.
    private(set) var leftover = 0

    private var asked: [String: Asked] = [:]

    /// How many purchases were asked for.
    var calls: Int { asked.count }
    var lastSequence: UInt64 { updates.last?.sequence ?? 0 }

    /// Notes a purchase and returns a context that no other has.
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

    mutating func wasRejected() { rejected += 1 }
    mutating func delivered(_ transactionID: String) { delivered.append(transactionID) }
    mutating func saw(_ update: StoreUpdate) { updates.append(update) }
    mutating func replayed(_ updates: [StoreUpdate]) { replay = updates }
    mutating func closed(leftover count: Int) { leftover = count }

    /// How many updates carry the context of another purchase than theirs, or one that was there before.
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

    /// How many updates are of a kind.
    func count(of kind: StoreUpdate.Kind) -> Int { updates.count { $0.kind == kind } }

    /// Whether the updates are numbered 1, 2, 3 and so on.
    var isContiguous: Bool { updates.map(\.sequence) == updates.indices.map { UInt64($0) + 1 } }
}
