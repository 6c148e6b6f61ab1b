#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Content from the first of several sources that succeeds, tried in their order.
///
/// Each attempt begins with the first source again. Each source keeps its own partial download.
public struct FallbackContentSource: ContentSource {
    /// The sources, in the order in which they are tried.
    public var sources: [any ContentSource]

    /// Makes a source from several sources.
    public init(_ sources: [any ContentSource]) { self.sources = sources }

    /// Fetches from the first source that succeeds, or resumes its partial download.
    ///
    /// - Throws: ``ContentFailure`` with ``ContentFailure/Code/allSourcesFailed``; `CancellationError` when the task was cancelled.
    public func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
        let staging = work.stagingDirectory
        var failures: [any Error] = []
        for (number, source) in sources.enumerated() {
            do {
                let partial = work.partialDirectory / "source \(number)"
                try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: true)
                let own = ContentWork(stagingDirectory: staging, partialDirectory: partial, limits: work.limits) {
                    work.report($0, of: $1)
                }
                try await source.fetch(request, with: own)
                return try work.limits.check([staging])
            } catch {
                // Only a cancelled task is; a source may throw that error for other reasons.
                try Task.checkCancellation()
                failures.append(ContentFailure.wrapping(error, path: staging.path))
                try FileManager.default.makeEmpty(staging)
            }
        }
        throw ContentFailure.allSourcesFailed(failures, of: request.productID)
    }
}

extension ContentFailure {
    /// All sources of a content failed; retryable when one of the errors is, after the shortest of their waits.
    ///
    /// - Parameters:
    ///   - failures: the errors in the order of the sources; empty when there are no sources.
    ///   - productID: the product of the content.
    package static func allSourcesFailed(_ failures: [any Error], of productID: String) -> ContentFailure {
        guard let last = failures.last else {
            return ContentFailure(
                .allSourcesFailed, path: productID, "There is no source for the content. Add one.", retry: .permanent)
        }
        var waits: [Duration?] = []
        for failure in failures {
            if case .retryable(let wait) = RetryClass(of: failure) { waits.append(wait) }
        }
        let wait = waits.contains(nil) ? nil : waits.compactMap { $0 }.min()
        let reasons = failures.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: " ")
        return ContentFailure(
            .allSourcesFailed, path: productID, "All sources of the content failed: \(reasons)",
            retry: waits.isEmpty ? .permanent : .retryable(after: wait), underlying: last)
    }
}
