/// The one place where the library starts a task that outlives its caller.
///
/// Everything else is a child of such a task. A task started with `Task {}` would not run on the task executor of its
/// caller. A deterministic test therefore sets its own starter here, so that the store's whole task tree runs on its
/// executor.
package enum RootTask {
    /// The body of a task.
    package typealias Body = @Sendable () async -> Void

    /// A way to start a task.
    ///
    /// A struct around the closure: optimised code of Swift 6.3 crashes when a task-local value is itself a function.
    package struct Starter: Sendable {
        /// Starts a task with this body.
        package let start: @Sendable (@escaping Body) -> Task<Void, Never>

        /// A starter that starts tasks in a given way.
        package init(_ start: @escaping @Sendable (@escaping Body) -> Task<Void, Never>) { self.start = start }
    }

    /// Starts root tasks; replaced only by tests.
    @TaskLocal package static var starter = Starter { body in Task { await body() } }

    /// Starts `body` in a task of its own.
    package static func start(_ body: @escaping Body) -> Task<Void, Never> { starter.start(body) }
}
