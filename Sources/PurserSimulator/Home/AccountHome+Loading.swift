import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension AccountHome {
    private static let advice =
        "restore the files, or move \(fileName) and \(logName) away to begin a new account"

    /// Reads the account; `nil` if there is none yet.
    mutating func load() throws(AccountFileFailure) -> AccountBook? {
        let names = try reading(files.path) { try files.list() }
        // A run that ended while writing the whole account leaves an incomplete file.
        if names.contains(Self.newName) { try? files.remove(Self.newName) }
        guard names.contains(Self.fileName) else {
            guard !names.contains(Self.logName) else {
                throw AccountFileFailure(
                    .damaged, path: files.path(of: Self.fileName),
                    message: "it is missing beside \(Self.logName); \(Self.advice)")
            }
            return nil
        }
        var book = try loadBase()
        if names.contains(Self.logName) { try loadLog(into: &book) }
        return book
    }

    private mutating func loadBase() throws(AccountFileFailure) -> AccountBook {
        let path = files.path(of: Self.fileName)
        let bytes = try contents(of: Self.fileName)
        let content: Content
        do {
            let version = try JSONDecoder().decode(Version.self, from: Data(bytes)).version
            guard version == Self.version else { throw Self.wrongVersion(version, path) }
            content = try JSONDecoder().decode(Content.self, from: Data(bytes))
        } catch let error as AccountFileFailure {
            throw error
        } catch {
            throw AccountFileFailure(
                .damaged, path: path, message: "not the account of an embedded App Store; \(Self.advice)",
                underlying: error)
        }
        let book = content.account
        if let flaw = book.flaw { throw AccountFileFailure(.damaged, path: path, message: flaw) }
        let generation = content.generation
        guard (0..<Int(Int32.max)).contains(generation) else {
            throw AccountFileFailure(.damaged, path: path, message: "its generation is out of range")
        }
        base = Base(generation: generation, size: bytes.count)
        compactionSize = max(Self.leastLogSize, bytes.count)
        return book
    }

    private mutating func loadLog(into book: inout AccountBook) throws(AccountFileFailure) {
        let bytes = try contents(of: Self.logName)
        var log = AccountLog()
        let lines: [AccountLog.Line]
        do {
            lines = try log.read(bytes)
        } catch {
            throw damage("a damaged change; \(Self.advice)", at: error.offset)
        }
        // Without a complete header, the log never stored any confirmed change.
        guard let first = lines.first else { return }
        let header: LogHeader = try decoded(first)
        guard header.version == Self.version else {
            throw Self.wrongVersion(header.version, files.path(of: Self.logName))
        }
        let generation = base?.generation ?? 0
        // The account already contains the changes in an older log.
        guard header.generation >= generation else { return }
        guard header.generation == generation else {
            throw damage("it belongs to a later \(Self.fileName) than the one beside it; \(Self.advice)", at: 0)
        }
        for line in lines.dropFirst() {
            let change: AccountChange = try decoded(line)
            guard book.repeatChange(change) else {
                throw damage("a change that does not follow the earlier ones; \(Self.advice)", at: line.offset)
            }
        }
        if let flaw = book.flaw { throw damage("after its changes the account is inconsistent: \(flaw)", at: nil) }
        self.log = log
        logFileSize = bytes.count
    }

    private func decoded<Value: Decodable>(_ line: AccountLog.Line) throws(AccountFileFailure) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(line.json))
        } catch {
            throw AccountFileFailure(
                .damaged, path: files.path(of: Self.logName), offset: line.offset,
                message: "no change of an account; \(Self.advice)", underlying: error)
        }
    }

    private func contents(of name: String) throws(AccountFileFailure) -> [UInt8] {
        try reading(files.path(of: name)) {
            let file = try files.open(name, as: .reading)
            return try file.read(at: 0, count: try file.size())
        }
    }

    private func reading<Result>(
        _ path: String, _ body: () throws -> Result
    ) throws(AccountFileFailure) -> Result {
        do {
            return try body()
        } catch {
            throw AccountFileFailure(.unavailable, path: path, message: "it cannot be read", underlying: error)
        }
    }

    private func damage(_ message: String, at offset: Int?) -> AccountFileFailure {
        AccountFileFailure(.damaged, path: files.path(of: Self.logName), offset: offset, message: message)
    }

    private static func wrongVersion(_ version: Int, _ path: String) -> AccountFileFailure {
        AccountFileFailure(
            version > Self.version ? .newerFormat : .olderFormat, path: path,
            message: "it has format \(version), and this version reads format \(Self.version) only; "
                + (version > Self.version ? "open it with the version that wrote it, or a later one" : advice))
    }

    private struct Version: Codable {
        var version: Int
    }
}
