import Foundation
import Purser
import PurserNetworking
import PurserTesting

/// Attempts at one content, each with what the earlier ones have left; all of that goes with this object.
final class Attempts: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID().uuidString)")
    /// What is not whole yet.
    var partial: URL { folder.appendingPathComponent("partial") }
    /// The bytes of that.
    var body: URL { partial.appendingPathComponent("body") }

    deinit { remove() }

    /// Deletes everything.
    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Makes one attempt, and returns the file.
    ///
    /// - Parameter progress: is told how far it is.
    func next(
        _ source: RemoteContentSource, limits: ContentLimits = ContentLimits(),
        progress: @escaping @Sendable (Int64, Int64?) -> Void = { _, _ in }
    ) async throws -> [UInt8] {
        let staging = folder.appendingPathComponent("staging")
        try? FileManager.default.removeItem(at: staging)
        for folder in [staging, partial] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try await source.fetch(
            ContentRequest(productID: "pond", version: "1"),
            with: ContentWork(
                stagingDirectory: staging, partialDirectory: partial, limits: limits, reporting: progress))
        return Array(try Data(contentsOf: staging.appendingPathComponent("pond.bin")))
    }
}

/// Lets a clock run, 31 seconds at a time, until something is over.
func ticking<Result>(_ clock: VirtualClock, _ body: () async throws -> Result) async rethrows -> Result {
    let ticking = Task {
        while !Task.isCancelled {
            clock.advance(by: .seconds(31))
            await Task.yield()
        }
    }
    defer { ticking.cancel() }
    return try await body()
}
