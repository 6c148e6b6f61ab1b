#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The files of a ledger as named values.
///
/// Owns the bytes of the open files, and the storage's lock within this process. Promises: a file is its last synced or
/// renamed state, completely; an open file has the same bytes for all readers.
package final class ValueLedgerFiles: LedgerFiles {
    private static let locked = Lock<Set<String>>([])

    /// The storage's identifier.
    package let path: String
    private let values: any LedgerValueStorage
    private let open = Lock<[String: Weak]>([:])

    private struct Weak: Sendable { weak var file: ValueLedgerFile? }

    /// Makes the files of a journal.
    package init(_ values: any LedgerValueStorage) {
        self.values = values
        path = values.id
    }

    /// Locks the storage, for this process.
    package func lock() throws -> any LedgerFile {
        guard Self.locked.withLock({ $0.insert(path).inserted })
        else { throw PurchaseFailure.ledgerInUse(path, isHere: true) }
        let unlock = { @Sendable [path] in _ = Self.locked.withLock { $0.remove(path) } }
        do {
            return ValueLedgerFile(LedgerFolder.lock, try value(LedgerFolder.lock), of: self, unlock: unlock)
        } catch {
            unlock()
            throw error
        }
    }

    /// The names of the files, sorted.
    package func list() throws -> [String] {
        try run("list", path) { try values.names() }.sorted()
    }

    /// Opens a file; all that have it open share its bytes.
    package func open(_ name: String, as access: LedgerFileAccess) throws -> any LedgerFile {
        if access == .creating {
            try remove(name)
            return opened(ValueLedgerFile(name, nil, of: self))
        }
        if let file = open.withLock({ $0[name]?.file }) { return file }
        guard let known = try value(name) else {
            throw StorageFailure(path: path(of: name), operation: "open", code: 2, reason: "there is no such value")
        }
        return opened(ValueLedgerFile(name, known, of: self))
    }

    private func opened(_ file: ValueLedgerFile) -> ValueLedgerFile {
        open.withLock { open in
            open = open.filter { $0.value.file != nil }
            guard let name = file.name, open[name]?.file == nil else { return }
            open[name] = Weak(file: file)
        }
        return file
    }

    /// Renames a file, and writes it under the new name.
    package func rename(_ name: String, to newName: String) throws {
        let file = try open.withLock { $0[name]?.file } ?? ValueLedgerFile(name, value(name), of: self)
        try file.store(as: newName)
        open.withLock { $0[newName] = $0.removeValue(forKey: name) }
        try removeValue(name)
    }

    /// Removes a file; nothing happens when there is none of that name.
    package func remove(_ name: String) throws {
        try removeValue(name)
        open.withLock { $0.removeValue(forKey: name)?.file }?.lostName()
    }

    /// Does nothing: set values are durable.
    package func syncFolder() {}

    func value(_ name: String) throws -> [UInt8]? {
        try run("read", path(of: name)) { try values.value(named: name) }.map { [UInt8]($0) }
    }

    func set(_ bytes: [UInt8], _ name: String) throws {
        try run("write", path(of: name)) { try values.set(Data(bytes), named: name) }
    }

    private func removeValue(_ name: String) throws {
        try run("remove", path(of: name)) { try values.removeValue(named: name) }
    }

    private func run<Result>(_ operation: String, _ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw StorageFailure(path: path, operation: operation, code: 0, reason: "\(error)")
        }
    }
}
