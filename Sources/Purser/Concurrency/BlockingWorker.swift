import Dispatch

/// A thread for calls that block, so that they do not hold up the few threads that all tasks share.
///
/// Work is done one piece at a time, in the order in which it was given.
package final class BlockingWorker: Sendable {
    /// Whether work is done where it is asked for; bound by deterministic tests only, whose one thread must not be left.
    @TaskLocal package static var worksInPlace = false

    private let queue: DispatchQueue

    package init(label: String) { queue = DispatchQueue(label: label) }

    /// Does the work there; nobody waits for it.
    func start(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Does the work there and waits for it without blocking.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        if Self.worksInPlace { return try await runInPlace(work) }
        return try await withUnsafeThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }

    /// Others come to their turn before and after it, as they do while a disk works.
    private func runInPlace<Value: Sendable>(_ work: @Sendable () throws -> Value) async throws -> Value {
        await Task.yield()
        let result = Result { try work() }
        await Task.yield()
        return try result.get()
    }
}
