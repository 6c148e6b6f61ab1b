import Foundation
import Purser

/// The bytes of an incomplete download, and the saved state beside them.
///
/// Promises: the saved state never has more bytes than are synced on the disk; as long as the system runs, all bytes
/// that a killed program has left can be used.
final class PartialFile: HTTPReceiver {
    private struct Guarded {
        var state: DownloadState
        var handle: FileHandle?
        var writeBehind = WriteBehind(from: 0)
        /// When the state was last saved.
        var notedDate: Date
        /// Whether there is a note that names this run of the system, and with it all that follows.
        var isNoted: Bool
        var isWhole = false
        /// Whether it was fetched to its end, without an interruption.
        var hasEnded = false
    }

    private let guarded: Lock<Guarded>
    private let folder: URL
    private let now: @Sendable () -> Date
    private let report: @Sendable (Int64, Int64?) -> Void

    /// The interval, in seconds, at which the received bytes are synced and the state is saved: a loss of power costs
    /// at most the bytes of that time.
    ///
    /// With a number of bytes instead, a fast network would cause many syncs per second, each of which waits for the
    /// disk.
    private static let pause: TimeInterval = 1

    /// A file of no more bytes is not worth a note at its beginning.
    private static let small: Int64 = 1 << 20

    /// Makes the file of a download, with the files of earlier attempts in its folder.
    ///
    /// - Parameters:
    ///   - most: the largest allowed size in bytes.
    ///   - metered: the largest allowed size over the network in use; `nil` for no limit.
    ///   - window: how many bytes are requested at a time; `nil` for all.
    init(
        _ source: RemoteContentSource, in folder: URL, most: Int64, metered: Int64?, window: Int64?,
        now: @escaping @Sendable () -> Date,
        reporting report: @escaping @Sendable (Int64, Int64?) -> Void
    ) {
        self.folder = folder
        self.now = now
        self.report = report
        let note = (try? Data(contentsOf: Self.note(in: folder)))
            .flatMap { try? JSONDecoder().decode(DownloadNote.self, from: $0) }
        let start = SystemStart.name
        let size = (try? FileHandle(forReadingFrom: Self.body(in: folder)).seekToEnd()).map(Int64.init(clamping:)) ?? 0
        guarded = Lock(
            Guarded(
                state: DownloadState(
                    source.url, note: note, size: size, since: start, expected: source.expectedBytes, most: most,
                    metered: metered, window: window),
                notedDate: now(), isNoted: start != nil && note?.systemStart == start))
    }

    private static func note(in folder: URL) -> URL { folder.appendingPathComponent("note.json") }
    private static func body(in folder: URL) -> URL { folder.appendingPathComponent("body") }

    /// Where the bytes are.
    var body: URL { Self.body(in: folder) }

    /// The next request.
    var request: HTTPRequest { guarded.withLock { $0.state.request } }

    /// How many bytes the file has; `nil` when that is not known yet.
    var total: Int64? { guarded.withLock { $0.state.total } }

    /// How many bytes are here.
    var bytes: Int64 { guarded.withLock { $0.state.bytes } }

    /// Begins to receive an answer.
    func begins(_ response: HTTPResponse) throws {
        let (bytes, total) = try guarded.withLock { guarded in
            switch try guarded.state.begins(response, now: now()) {
            case .isWhole: guarded.isWhole = true
            case .goesOn:
                try open(&guarded, at: guarded.state.bytes)
                if !guarded.isNoted { try self.note(&guarded) }
            case .anew:
                try open(&guarded, at: 0)
                // Without it more is fetched again after a kill, and nothing worse.
                if guarded.state.total ?? .max > Self.small { try? write(guarded.state.firstNote) }
            }
            guarded.isNoted = true
            return (guarded.state.bytes, guarded.state.total)
        }
        report(bytes, total)
    }

    private func open(_ guarded: inout Guarded, at offset: Int64) throws {
        if offset == 0 {
            try? FileManager.default.removeItem(at: Self.note(in: folder))
        }
        if !FileManager.default.fileExists(atPath: body.path) { try Data().write(to: body) }
        let handle = try FileHandle(forWritingTo: body)
        try handle.truncate(atOffset: UInt64(offset))
        try handle.seek(toOffset: UInt64(offset))
        guarded.handle = handle
        guarded.writeBehind = WriteBehind(from: offset)
    }

    /// Receives a piece.
    func receive(_ piece: Data) throws {
        let (bytes, total) = try guarded.withLock { guarded in
            // Nothing is kept of an answer that is not of the file.
            if !guarded.isWhole, let handle = guarded.handle {
                try guarded.state.received(piece.count)
                do { try handle.write(contentsOf: piece) } catch {
                    guarded.state.lost(piece.count)
                    throw error
                }
                guarded.writeBehind.wrote(upTo: guarded.state.bytes, handle)
                if isDue(guarded) { try note(&guarded) }
            }
            return (guarded.state.bytes, guarded.state.total)
        }
        report(bytes, total)
    }

    private func isDue(_ guarded: Guarded) -> Bool {
        // A clock that was set back makes it due, too.
        abs(now().timeIntervalSince(guarded.notedDate)) >= Self.pause
    }

    /// Syncs the received bytes, and saves the state.
    private func note(_ guarded: inout Guarded) throws {
        guarded.notedDate = now()
        try guarded.handle?.synchronize()
        try write(guarded.state.note)
    }

    private func write(_ note: DownloadNote?) throws {
        let file = Self.note(in: folder)
        guard let note else {
            try? FileManager.default.removeItem(at: file)
            return
        }
        try JSONEncoder().encode(note).write(to: file, options: .atomic)
    }

    /// Ends the attempt: the received bytes are kept for the next one, as far as the disk allows.
    func close() {
        guarded.withLock { guarded in
            // An answer may show that the downloaded part is useless before any of it is written. A complete download
            // since the last save costs a kill no more than any other moment, and is synced once it is installed.
            let isFresh = guarded.hasEnded && guarded.state.isWhole && !isDue(guarded)
            if guarded.handle != nil && !isFresh || guarded.state.note == nil { try? note(&guarded) }
            try? guarded.handle?.close()
            guarded.handle = nil
        }
    }

    /// Deletes the downloaded part, which is useless.
    func discard() {
        close()
        for file in [Self.note(in: folder), body] { try? FileManager.default.removeItem(at: file) }
    }

    /// The server has sent everything of its answer.
    ///
    /// - Returns: whether another request follows.
    func ended() throws(HTTPFailure) -> Bool {
        let goesOn = try guarded.withLock { $0.state }.ended()
        guarded.withLock { $0.hasEnded = !goesOn }
        return goesOn
    }
}
