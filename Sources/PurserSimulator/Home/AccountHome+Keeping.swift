import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension AccountHome {
    /// Stores the changes of a step; if it throws, the step must be undone.
    mutating func keep(_ book: inout AccountBook) throws(BackendFailure) {
        guard !isLeft else {
            throw BackendFailure(
                .systemError, "The account's folder \(files.path) was released by releaseFolder(); nothing was changed."
            )
        }
        do {
            try checkUndisturbed()
            guard let base, !base.isUnsafe else { return try writeFirst(&book) }
            try append(try Self.encoder().encode(book.change), base)
            book.kept()
        } catch let error as BackendFailure {
            throw error
        } catch {
            throw BackendFailure(
                .systemError, "The account in \(files.path) cannot be written; nothing was changed. Try again.",
                retry: .retryable(), underlying: error)
        }
        // The change is stored. If the account cannot be rewritten now, this is tried again when the log has grown
        // further.
        guard let log, log.end > compactionSize else { return }
        compactionSize = log.end * 2
        try? writeWhole(&book)
        try? syncFolder()
    }

    /// Rejects a write if another program has changed or removed the files.
    private func checkUndisturbed() throws {
        let isAsLeft =
            if let base {
                try files.open(Self.fileName, as: .reading).size() == base.size
            } else {
                try !files.list().contains(Self.fileName)
            }
        guard isAsLeft else { throw disturbed(Self.fileName) }
    }

    private func disturbed(_ name: String) -> BackendFailure {
        BackendFailure(
            .systemError,
            "Another program has changed \(files.path(of: name)) while it was open; nothing was written. Open it "
                + "again.")
    }

    private mutating func append(_ json: Data, _ base: Base) throws {
        if needsFolderSync { try syncFolder() }
        var log = try self.log ?? begin(base)
        let file = try files.open(Self.logName, as: .writing)
        if logFileSize != log.end {
            guard try file.size() >= log.end else { throw disturbed(Self.logName) }
            try file.truncate(to: log.end)
        } else if try file.size() != log.end {
            throw disturbed(Self.logName)
        }
        let line = log.line(json)
        do {
            logFileSize = nil
            try file.write(line, at: log.end)
            if durability == .synced { try file.sync() }
        } catch {
            // The written part of the line is removed now if possible, and otherwise before the next line.
            if (try? file.truncate(to: log.end)) != nil { logFileSize = log.end }
            throw error
        }
        log.appended(line)
        self.log = log
        logFileSize = log.end
    }

    /// Creates the log of an account that has none yet, with its header.
    private mutating func begin(_ base: Base) throws -> AccountLog {
        var log = AccountLog()
        let header = LogHeader(version: Self.version, generation: base.generation)
        let line = log.line(try Self.encoder().encode(header))
        let file = try files.open(Self.logName, as: .creating)
        try file.write(line, at: 0)
        if durability == .synced { try file.sync() }
        try syncFolder()
        log.appended(line)
        self.log = log
        logFileSize = log.end
        return log
    }

    /// Writes the whole account if there is no file, or no safe one: only this stores the step.
    private mutating func writeFirst(_ book: inout AccountBook) throws {
        var copy = book
        try writeWhole(&copy)
        do {
            try syncFolder()
        } catch {
            // The step is undone, so the next one writes the whole account again.
            base?.isUnsafe = true
            throw error
        }
        book = copy
    }

    /// Replaces the account's file with the whole account; there is no log afterwards.
    private mutating func writeWhole(_ book: inout AccountBook) throws {
        let generation = (base?.generation ?? 0) + 1
        let content = Content(version: Self.version, generation: generation, account: book)
        let bytes = [UInt8](try Self.encoder().encode(content))
        let next = try files.open(Self.newName, as: .creating)
        try next.write(bytes, at: 0)
        if durability == .synced { try next.sync() }
        try files.rename(Self.newName, to: Self.fileName)
        // From here on, the log belongs to an account file that no longer exists.
        base = Base(generation: generation, size: bytes.count)
        log = nil
        logFileSize = nil
        compactionSize = max(Self.leastLogSize, bytes.count)
        needsFolderSync = true
        book.kept()
    }

    private mutating func syncFolder() throws {
        if durability == .synced { try files.syncFolder() }
        needsFolderSync = false
    }
}
