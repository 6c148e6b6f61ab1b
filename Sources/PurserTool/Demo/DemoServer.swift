import Purser

/// The demo's app server: it grants purchases, counts them, and fails on request.
final class DemoServer: Sendable {
    struct OutOfOrder: Error {}

    private let state = Lock((granted: [String](), revoked: [String](), calls: 0, failuresLeft: 0))

    var granted: [String] { state.withLock { $0.granted } }
    var revoked: [String] { state.withLock { $0.revoked } }
    var calls: Int { state.withLock { $0.calls } }

    func failNext(_ count: Int) { state.withLock { $0.failuresLeft = count } }

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

    func revoke(_ update: StoreUpdate) { state.withLock { $0.revoked.append(update.transaction.id) } }
}
