import Purser

/// The transactions that the shop's app has revoked, for their display.
final class ShopDeliveries: Sendable {
    private let lines = Lock<[String]>([])

    /// Revokes an update.
    func revoke(_ update: StoreUpdate) {
        let line = "Revoked by the app: \(Line.single(update.productID)), transaction \(update.transaction.id)."
        lines.withLock { $0.append(line) }
    }

    /// Takes the texts about revoked transactions since the last call.
    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}
