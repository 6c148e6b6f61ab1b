import Purser

/// The counts of the demo, for a comparison with those of the App Store.
struct DemoTally: Sendable {
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

    private var asked: [String: (productID: String, quantity: Int)] = [:]

    var calls: Int { asked.count }
    var lastSequence: UInt64 { updates.last?.sequence ?? 0 }

    /// Records a purchase, and returns a unique context.
    mutating func began(_ productID: String, _ quantity: Int = 1) -> [String: String] {
        let name = "\(asked.count + 1)"
        asked[name] = (productID, quantity)
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

    func count(of kind: StoreUpdate.Kind) -> Int { updates.count { $0.kind == kind } }

    /// Whether the updates are numbered 1, 2, 3 and so on.
    var isContiguous: Bool { updates.map(\.sequence) == updates.indices.map { UInt64($0) + 1 } }
}

/// A count that the demo checks.
struct DemoCheck: Hashable, Sendable {
    var subject: String
    /// The two values that must agree, as text.
    var detail: String
    var isRight: Bool

    static func equal<Value: Equatable>(
        _ subject: String, _ value: Value, _ expected: Value, _ detail: String
    ) -> DemoCheck {
        DemoCheck(subject: subject, detail: detail, isRight: value == expected)
    }

    func line(_ style: Style) -> String {
        "  \(isRight ? style.good("ok   ") : style.bad("WRONG"))  \(Table.padded(subject, 26))  \(detail)"
    }
}
