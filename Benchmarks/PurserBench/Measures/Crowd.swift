/// Many tasks at once.
///
/// A task group finds each child that ends by walking the list of its children, so that a group of 100,000 spends
/// minutes on ending. Groups of groups do not.
enum Crowd {
    private static let groupSize = 256

    /// Runs `body` in `count` tasks, and waits for all of them.
    static func run(_ count: Int, _ body: @escaping @Sendable (_ member: Int) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { groups in
            for first in stride(from: 0, to: count, by: groupSize) {
                groups.addTask {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for member in first..<min(first + groupSize, count) {
                            group.addTask { try await body(member) }
                        }
                        try await group.waitForAll()
                    }
                }
            }
            try await groups.waitForAll()
        }
    }
}
