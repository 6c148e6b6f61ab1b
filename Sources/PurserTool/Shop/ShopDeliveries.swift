import Purser

/// What the shop's app has taken back, to be told.
final class ShopDeliveries: Sendable {
    private let lines = Lock<[String]>([])

    /// Takes back what an update says.
    func revoke(_ update: StoreUpdate) {
        let line = "Taken back by the app: \(Line.single(update.productID)), transaction \(update.transaction.id)."
        lines.withLock { $0.append(line) }
    }

    /// What was taken back since the last time.
    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}
