package import Purser

/// Several folders on one disk, which fails as a whole.
package final class CrashingTree: Sendable {
    private struct Hold: Sendable {
        weak var token: LockToken?
    }

    /// The disk; its requests are those of all folders.
    package let disk: CrashingFiles
    private let holds = Lock<[String: Hold]>([:])

    /// Makes a tree without folders, on the given disk.
    package init(_ disk: CrashingFiles = CrashingFiles()) { self.disk = disk }

    /// One of the folders; names a folder that is made when it is used.
    package func folder(_ name: String) -> any LedgerFiles { Folder(tree: self, name: name) }

    fileprivate func lock(_ name: String, _ path: String) throws -> LockToken {
        let token = LockToken()
        try holds.withLock { holds in
            guard holds[name]?.token == nil else {
                throw PurchaseFailure(.alreadyOpen, "The ledger in \(path) is open already.")
            }
            holds[name] = Hold(token: token)
        }
        return token
    }

    private struct Folder: LedgerFiles {
        let tree: CrashingTree
        let name: String

        private var prefix: String { "\(name)/" }
        var path: String { "\(tree.disk.path)/\(name)" }

        func lock() throws -> any LedgerFile {
            try tree.disk.lockFile(prefix + LedgerFolder.lock, held: tree.lock(name, path))
        }

        func list() throws -> [String] {
            try tree.disk.list().filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        }

        func open(_ name: String, as access: LedgerFileAccess) throws -> any LedgerFile {
            try tree.disk.open(prefix + name, as: access)
        }

        func rename(_ name: String, to newName: String) throws {
            try tree.disk.rename(prefix + name, to: prefix + newName)
        }

        func remove(_ name: String) throws { try tree.disk.remove(prefix + name) }
        func syncFolder() throws { try tree.disk.syncFolder() }
    }
}
