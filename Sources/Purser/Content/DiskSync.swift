#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Returns when files and folders are on the disk (`fsync`), so that they outlive a power failure.
enum DiskSync {
    /// Syncs a folder with all its contents, and returns the paths in it; throws `.noFile` for links, devices and pipes.
    static func sync(tree folder: URL) throws(ContentFailure) -> [String] {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        for path in paths {
            let url = folder / path
            guard FileManager.default.isFileOrFolder(url.path) else { throw .noFile(url.path) }
            try sync(url)
        }
        try sync(folder)
        return paths
    }

    /// Syncs a folder and its parents, up to one of these.
    static func sync(from folder: URL, upTo top: URL) throws(ContentFailure) {
        var folder = folder
        while folder.path.hasPrefix(top.path), folder.path.count >= top.path.count {
            try sync(folder)
            folder = folder.deletingLastPathComponent()
        }
    }

    private static func sync(_ url: URL) throws(ContentFailure) {
        let file = uninterrupted { open(url.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        // A link has no data of its own to sync.
        guard file >= 0 || errno != ELOOP else { return }
        guard file >= 0 else { throw failure(url) }
        defer { close(file) }
        // Pipes and the like cannot be synced, and need not be.
        guard uninterrupted({ fsync(file) }) == 0 || errno == EINVAL else { throw failure(url) }
    }

    private static func failure(_ url: URL) -> ContentFailure {
        let reason = String(cString: strerror(errno))
        guard errno != ENOSPC, errno != EDQUOT else {
            return ContentFailure(.diskFull, path: url.path, "The disk is full (\(reason)). Free some space.")
        }
        return ContentFailure(.fileSystem, path: url.path, "It cannot be written to the disk: \(reason).")
    }
}
