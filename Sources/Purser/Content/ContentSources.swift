#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Content that is already on the device: a file, or the contents of a folder, is copied.
///
/// It reports no progress. If ``url`` is a symbolic link, its target is copied. Links, devices and pipes inside a
/// folder are rejected, because a content contains nothing outside its folder.
public struct LocalFileSource: ContentSource {
    /// The file or folder.
    public var url: URL

    /// Makes a source that copies the file, or the contents of the folder, at `url`.
    public init(_ url: URL) { self.url = url }

    /// Copies the file or folder, unless it has more bytes than the app allows.
    ///
    /// - Throws: ``ContentFailure`` with the path.
    public func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
        let url = self.url.isFileURL ? self.url.resolvingSymlinksInPath() : self.url
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw ContentFailure(
                .missing, path: url.path, "The content's source does not exist. Add it, or correct its path.",
                retry: .permanent)
        }
        let isFolder = FileManager.default.type(ofItem: url.path) == .typeDirectory
        do {
            let names = isFolder ? try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() : []
            let files = isFolder ? names.map { url / $0 } : [url]
            try Self.checkKinds(files)
            try work.limits.check(files)
            for file in files {
                try Task.checkCancellation()
                // A file keeps the name that the app uses.
                let name = isFolder ? file.lastPathComponent : self.url.lastPathComponent
                try FileManager.default.copyItem(at: file, to: work.stagingDirectory / name)
            }
        } catch { throw ContentFailure.wrapping(error, path: url.path) }
    }

    /// Rejects links, devices and pipes before anything is copied: reading some of them never ends.
    private static func checkKinds(_ files: [URL]) throws(ContentFailure) {
        for file in files {
            for item in FileManager.default.items(ofTree: file) where !FileManager.default.isFileOrFolder(item.path) {
                throw .noFile(item.path)
            }
        }
    }
}

extension URL {
    /// A path component further down.
    static func / (url: URL, component: String) -> URL { url.appendingPathComponent(component) }
}

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
    /// All sources of a content failed, in this order; retryable when one of the errors is, after the shortest wait.
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
