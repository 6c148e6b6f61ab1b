#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension ContentLimits {
    /// Checks that files and folders together have no more bytes than one content may have.
    ///
    /// The store checks the result of every source. A source that copies checks before it copies, so that the disk is
    /// not filled needlessly.
    ///
    /// - Parameter paths: the files and folders.
    /// - Throws: ``ContentFailure`` with ``ContentFailure/Code/tooLarge``.
    package func check(_ paths: [URL]) throws(ContentFailure) {
        guard let most = bytes else { return }
        let sum = paths.reduce(into: Int64(0)) { $0.saturatingAdd(FileManager.default.bytes(ofTree: $1)) }
        guard sum > most else { return }
        throw ContentFailure(
            .tooLarge, path: paths.first?.path ?? "",
            "The content has \(sum) bytes; the limit is \(most). Raise it (ContentPolicy.limits), or make the content "
                + "smaller.",
            retry: .permanent)
    }
}
