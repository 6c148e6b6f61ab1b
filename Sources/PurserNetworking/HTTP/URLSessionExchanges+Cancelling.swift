import Dispatch
import Foundation
import Purser

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLSessionExchanges {
    /// `cancel()` waits for the session, which may wait for the delegate: so it is never called by the delegate.
    private static let canceller = DispatchQueue(label: "purser.http.cancel", attributes: .concurrent)
    private static let cancellations = Lock(0)
    /// Whether a cancellation waits for its session.
    static var isCancelling: Bool { cancellations.withLock { $0 > 0 } }

    /// Cancels a task later.
    static func cancel(_ task: URLSessionTask) { cancel { task.cancel() } }

    static func cancel(_ body: @escaping @Sendable () -> Void) {
        cancellations.withLock { $0 += 1 }
        canceller.async {
            body()
            cancellations.withLock { $0 -= 1 }
        }
    }
}
