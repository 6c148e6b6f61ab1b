import Purser

/// The demo's app server: it grants purchases, counts them, and fails when the demo wants it to.
final class DemoServer: Sendable {
    /// The error of the server while it is out of order.
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
    /// The transactions taken back, in order.
    var revoked: [String] { state.withLock(\.revoked) }
    /// How often it was called.
    var calls: Int { state.withLock(\.calls) }

    /// The next calls fail.
    func failNext(_ count: Int) { state.withLock { $0.failuresLeft = count } }

    /// Hands over.
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

    /// Takes back.
    func revoke(_ update: StoreUpdate) { state.withLock { $0.revoked.append(update.transaction.id) } }
}
