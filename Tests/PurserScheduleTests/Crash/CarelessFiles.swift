import Purser
import PurserTesting

/// A folder that says "safe" before it is: what a wrong storage, or a lying disk, would do.
struct CarelessFiles: LedgerFiles {
    private let files: CrashingFiles

    init(_ files: CrashingFiles) { self.files = files }

    var path: String { files.path }
    func lock() throws -> any LedgerFile { CarelessFile(file: try files.lock()) }
    func list() throws -> [String] { try files.list() }
    func rename(_ name: String, to newName: String) throws { try files.rename(name, to: newName) }
    func remove(_ name: String) throws { try files.remove(name) }
    func syncFolder() throws { try files.syncFolder() }

    func open(_ name: String, as access: LedgerFileAccess) throws -> any LedgerFile {
        CarelessFile(file: try files.open(name, as: access))
    }
}

private struct CarelessFile: LedgerFile {
    let file: any LedgerFile

    func isAt(_ path: String) throws -> Bool { try file.isAt(path) }
    func isNamed() throws -> Bool { try file.isNamed() }
    func place() -> [UInt8]? { file.place() }
    func size() throws -> Int { try file.size() }
    func read(at offset: Int, count: Int) throws -> [UInt8] { try file.read(at: offset, count: count) }
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws { try file.write(bytes, at: offset) }
    func truncate(to size: Int) throws { try file.truncate(to: size) }
    func sync() {}
}
