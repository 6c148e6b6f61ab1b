import Foundation

/// A file system of a few kilobytes in memory, where one can be mounted; it goes when the value does.
final class SmallDisk {
    /// Whether this machine lets the tests mount one: Linux, as root, outside of most containers.
    static let canMount: Bool = (try? SmallDisk(kilobytes: 64)) != nil

    let path: String

    init(kilobytes: Int) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        do {
            try Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path)
        } catch {
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
    }

    deinit {
        // Lazily, so that nothing stays mounted when a test has left a file open; twice when it ended read-only.
        while (try? Self.run("umount", "-l", path)) != nil {}
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Takes all room that is left.
    func fill() {
        let file = open("\(path)/filler", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let bytes = [UInt8](repeating: 1, count: 1_024)
        while write(file, bytes, bytes.count) > 0 {}
        close(file)
    }

    /// Gives it back.
    func empty() throws { try FileManager.default.removeItem(atPath: "\(path)/filler") }

    /// From now on no file can be made or opened for writing; what is open already stays as it is.
    func makeReadOnly() throws {
        try Self.run("mount", "--bind", path, path)
        try Self.run("mount", "-o", "remount,bind,ro", path)
    }

    func makeWritable() throws { try Self.run("umount", "-l", path) }

    private static func run(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
