import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folder in which an account is kept: one JSON file, replaced as a whole at each change.
///
/// The new text goes into another file first, which then takes the old one's name, so a crash leaves either of the two
/// and never a part of one. That other file has one name, so that many crashes leave no litter.
struct AccountHome: Sendable {
    /// The number that the format was given; it grows when older readers could not read it.
    static let version = 2
    static let fileName = "account.json"

    /// The name of the new text until it is complete.
    static let newName = "account.json.new"

    let file: String
    private let files: PosixLedgerFiles
    private let durability: LedgerDurability

    /// The folder at `path`; it is made if need be.
    init(path: String, durability: LedgerDurability = .synced) throws(AccountFileError) {
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        file = folder.appendingPathComponent(Self.fileName).path
        files = PosixLedgerFiles(path: folder.path)
        self.durability = durability
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw AccountFileError(path: path, message: "the folder cannot be made", underlying: error)
        }
    }

    /// Reads the account; `nil` when there is none yet.
    func load() throws(AccountFileError) -> AccountBook? {
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        let content: Content
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: file))
            let version = try JSONDecoder().decode(Header.self, from: data).version
            guard version == Self.version else {
                throw AccountFileError(
                    path: file, message: "format \(version) is not \(Self.version), the one this version reads")
            }
            content = try JSONDecoder().decode(Content.self, from: data)
        } catch let error as AccountFileError {
            throw error
        } catch {
            throw AccountFileError(
                path: file, message: "not the account of an embedded App Store; move it away to begin a new one",
                underlying: error)
        }
        if let flaw = content.account.flaw { throw AccountFileError(path: file, message: flaw) }
        return content.account
    }

    /// Replaces the file by this account.
    func save(_ book: AccountBook) throws(BackendError) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            let data = try encoder.encode(Content(version: Self.version, account: book))
            let next = try files.open(Self.newName, as: .creating)
            try next.write([UInt8](data), at: 0)
            if durability == .synced { try next.sync() }
            try files.rename(Self.newName, to: Self.fileName)
        } catch {
            throw BackendError(
                .systemError, "The account's file \(file) cannot be written; nothing was changed. Try again.",
                retry: .retryable(), underlying: error)
        }
    }

    private struct Header: Codable {
        var version: Int
    }

    private struct Content: Codable {
        var version: Int
        var account: AccountBook
    }
}

extension AccountBook {
    /// What does not fit together, in words; a file may have been edited by hand.
    fileprivate var flaw: String? {
        for (index, record) in records.enumerated() {
            let expected = String(SimulatedAccountState.firstTransactionNumber + index)
            guard record.transaction.id == expected else {
                return "transaction \(record.transaction.id) stands in the place of \(expected)"
            }
        }
        var places = Array(owned.values)
        for line in lines.values { places += [line.first, line.current] }
        for case .bought(let place) in payments.entries.values { places.append(place) }
        guard places.allSatisfy(records.indices.contains) else { return "it names transactions that it lacks" }
        guard unfinishedCount == records.count(where: { !$0.isFinished }),
            chargeCount == records.count(where: \.isCharged), (0...Self.highestCount).contains(pendingCount),
            (0...Self.highestCount).contains(failedCount)
        else { return "its counts are wrong" }
        guard pending.keys.allSatisfy({ $0 >= 1 && $0 <= pendingCount }),
            failed.keys.allSatisfy(failedNumbers.contains)
        else { return "it names payments beyond its counts" }
        return nil
    }
}
