import Purser

/// The demo's app server: it grants purchases, counts them, and fails on request.
final class DemoServer: Sendable {
    /// The error of the failing server.
    struct OutOfOrder: Error {}

    private struct State: Sendable {
        var granted: [String] = []
        var revoked: [String] = []
        var calls = 0
        var failuresLeft = 0
    }

    private let state = Lock(State())

    init() {}

    /// The granted transactions, in order.
    var granted: [String] { state.withLock(\.granted) }
    /// The revoked transactions, in order.
    var revoked: [String] { state.withLock(\.revoked) }
    /// The number of calls.
    var calls: Int { state.withLock(\.calls) }

    /// Makes the next calls fail.
    func failNext(_ count: Int) { state.withLock { $0.failuresLeft = count } }

    /// Grants an update.
    func grant(_ update: StoreUpdate) throws {
        try state.withLock { state in
            state.calls += 1
            guard state.failuresLeft == 0 else {
                state.failuresLeft -= 1
                throw OutOfOrder()
            }
            state.granted.append(update.transaction.id)
        }
    }

    /// Revokes an update.
    func revoke(_ update: StoreUpdate) { state.withLock { $0.revoked.append(update.transaction.id) } }
}
