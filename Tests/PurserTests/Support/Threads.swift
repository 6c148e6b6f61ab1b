import Foundation

/// Threads of their own: the pool that runs tasks has no more than there are processors.
enum Threads {
    /// Runs `body` on this many at once, and returns when all have ended.
    static func run(_ count: Int, _ body: @escaping @Sendable () -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count { group.addTask { await run(body) } }
        }
    }

    private static func run(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { ended in
            Thread.detachNewThread {
                body()
                ended.resume()
            }
        }
    }
}
