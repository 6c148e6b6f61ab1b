import Purser

/// What the handlers of an app did, in order, such as `grant purchased` and `revoke revoked`.
final class HandlerDiary: Sendable {
    struct ServerDown: Error {}

    private let lines = Lock<[String]>([])
    private let failures = Lock(0)

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    /// So many times the next taking back fails.
    func failNext(_ count: Int) { failures.withLock { $0 = count } }

    func revoke(_ update: StoreUpdate) throws {
        let fails = failures.withLock { left in
            left -= 1
            return left >= 0
        }
        if fails { throw ServerDown() }
        add("revoke \(update.kind)")
    }
}
