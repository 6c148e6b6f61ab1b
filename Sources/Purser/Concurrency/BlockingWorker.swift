import Dispatch

/// A thread for calls that block, so that they do not hold up the few threads that all tasks share.
///
/// Work is done one piece at a time, in the order in which it was given.
package final class BlockingWorker: Sendable {
    private let queue: DispatchQueue

    package init(label: String) { queue = DispatchQueue(label: label) }

    /// Does the work there and waits for it without blocking.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withUnsafeThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }
}
