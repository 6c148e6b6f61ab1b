import Dispatch

/// Makes blocking calls, one at a time and in order.
///
/// Usually on a separate thread, so that they do not block the few threads that all tasks share.
package struct BlockingWorker: Sendable {
    /// Calls that block.
    package typealias Work = @Sendable () -> Void

    /// How workers with a thread are made.
    package struct Factory: Sendable {
        /// Makes the worker of this name.
        package let make: @Sendable (_ label: String) -> BlockingWorker

        /// A factory that makes workers in a given way.
        package init(_ make: @escaping @Sendable (_ label: String) -> BlockingWorker) { self.make = make }
    }

    /// Makes workers with a thread; deterministic tests replace it, because all of their work runs on one thread.
    @TaskLocal package static var factory = Factory { label in
        let queue = DispatchQueue(label: label)
        return BlockingWorker { queue.async(execute: $0) }
    }

    /// Makes every call at once, on the calling thread; for calls that do not block, such as storing in memory.
    package static let inline = BlockingWorker(isInline: true) { $0() }

    /// Whether work has ended when `start(_:)` returns.
    package let isInline: Bool
    private let begin: @Sendable (@escaping Work) -> Void
    #if THREAD_SANITIZER
        private let delivered: Lock<Bool>
    #endif

    private init(isInline: Bool, _ begin: @escaping @Sendable (@escaping Work) -> Void) {
        self.isInline = isInline
        self.begin = begin
        #if THREAD_SANITIZER
            delivered = Lock(false)
        #endif
    }

    /// Makes a worker from a function that runs calls one after the other, in order.
    package init(_ begin: @escaping @Sendable (@escaping Work) -> Void) { self.init(isInline: false, begin) }

    /// Makes a worker with a separate thread, which has this name in a debugger.
    package init(label: String) { self = Self.factory.make(label) }

    /// Runs the work after all earlier work, without waiting for it.
    func start(_ work: @escaping Work) { begin(work) }

    /// Runs the work after all earlier work, and waits for it without blocking a thread; throws the error of the work.
    package func run<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        // Also of an error.
        defer { deliver() }
        return try await withUnsafeThrowingContinuation { continuation in
            start {
                let result = Result { try work() }
                deliver()
                continuation.resume(with: result)
            }
        }
    }

    /// Shows the thread sanitizer that the work ended before its caller continued.
    ///
    /// The runtime orders a continuation that is resumed before it is awaited by an atomic of its own, which the
    /// sanitizer does not see.
    private func deliver() {
        #if THREAD_SANITIZER
            delivered.withLock { _ in }
        #endif
    }
}
