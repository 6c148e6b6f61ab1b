import Foundation
import PurserTesting
import Testing

@testable import Purser

extension EarlierLedger {
    /// Where the files are.
    static var root: URL {
        get throws { try #require(Bundle.module.url(forResource: "Files", withExtension: nil)) }
    }

    /// All ledgers together, to be opened by a store.
    static func copy() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.removeItem(atPath: folder.path)
        try FileManager.default.copyItem(atPath: root.path, toPath: folder.path)
        return folder
    }

    /// A copy of its files on a disk of their own.
    func files() throws -> CrashingFiles {
        let folder = try Self.root.appendingPathComponent(folder)
        let files = CrashingFiles()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".purser") {
            let file = try files.open(name, as: .creating)
            try file.write([UInt8](Data(contentsOf: folder.appendingPathComponent(name))), at: 0)
            try file.sync()
        }
        try files.syncFolder()
        // Its requests count from here on.
        return files.afterKill()
    }

    /// The records of one of the files.
    static func records(_ name: String, in files: any LedgerFiles) throws -> [LedgerRecord] {
        var reader = try FrameReader(name, in: files)
        var records: [LedgerRecord] = []
        while let (frame, bytes) = try reader.next() {
            try frame.records(in: bytes, path: reader.path) { records.append($0) }
        }
        return records
    }
}
