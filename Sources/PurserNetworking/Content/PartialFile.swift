import Foundation
import Purser

/// The bytes of a download that is not whole yet, and the note beside them.
///
/// Promises: the note never says that more is here than what is safe on the disk; for as long as the system runs, what a
/// program that was killed has left is all of use.
final class PartialFile: HTTPReceiver {
    private struct Guarded {
        var state: DownloadState
        var handle: FileHandle?
        var writeBehind = WriteBehind(from: 0)
        /// When the note said last how many bytes are safe.
        var notedDate: Date
        /// Whether there is a note that names this run of the system, and with it all that follows.
        var isNoted: Bool
        var isWhole = false
        /// Whether it was fetched to its end, and nobody broke off.
        var hasEnded = false
    }

    private let guarded: Lock<Guarded>
    private let folder: URL
    private let now: @Sendable () -> Date
    private let tell: @Sendable (Int64, Int64?) -> Void

    /// After so many seconds what is here is made safe and noted: a loss of power costs no more than what arrives in that time.
    ///
    /// By bytes it would be made safe many times a second where the network is fast, and wait for the disk each time.
    private static let pause: TimeInterval = 1

    /// A file of no more bytes is not worth a note at its beginning.
    private static let small: Int64 = 1 << 20

    /// The file of a download, with what earlier attempts have left in its folder.
    ///
    /// - Parameters:
    ///   - most: how many bytes the file may have at most.
    ///   - metered: how many it may have over the network that is used; `nil` for as many as it has.
    ///   - window: how many are asked for at a time; `nil` for as many as there are.
    init(
        _ source: RemoteContentSource, in folder: URL, most: Int64, metered: Int64?, window: Int64?,
        now: @escaping @Sendable () -> Date,
        telling tell: @escaping @Sendable (Int64, Int64?) -> Void
    ) {
        self.folder = folder
        self.now = now
        self.tell = tell
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

    /// What to ask for.
    var request: HTTPRequest { guarded.withLock { $0.state.request } }

    /// How many bytes the file has; `nil` when that is not known yet.
    var total: Int64? { guarded.withLock { $0.state.total } }

    /// How many bytes are here.
    var bytes: Int64 { guarded.withLock { $0.state.bytes } }

    /// The server answers.
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
        tell(bytes, total)
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

    /// A piece arrived.
    func receive(_ piece: Data) throws {
        let (bytes, total) = try guarded.withLock { guarded in
            // Of an answer that is none of the file nothing is kept.
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
        tell(bytes, total)
    }

    private func isDue(_ guarded: Guarded) -> Bool {
        // A clock that was set back makes it due, too.
        abs(now().timeIntervalSince(guarded.notedDate)) >= Self.pause
    }

    /// Makes safe what is here, and notes it.
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

    /// The attempt has ended: what is here is kept for the next one, as far as the disk allows.
    func close() {
        guarded.withLock { guarded in
            // An answer may show that what is here is of no use before anything of it is written. What has come whole since
            // the last note costs a kill no more than any other moment, and is made safe once it is installed.
            let isFresh = guarded.hasEnded && guarded.state.isWhole && !isDue(guarded)
            if guarded.handle != nil && !isFresh || guarded.state.note == nil { try? note(&guarded) }
            try? guarded.handle?.close()
            guarded.handle = nil
        }
    }

    /// Deletes what is here: it is of no use.
    func discard() {
        close()
        for file in [Self.note(in: folder), body] { try? FileManager.default.removeItem(at: file) }
    }

    /// The server has sent everything of its answer.
    ///
    /// - Returns: whether there is more to ask for.
    func ended() throws(HTTPFailure) -> Bool {
        let goesOn = try guarded.withLock { $0.state }.ended()
        guarded.withLock { $0.hasEnded = !goesOn }
        return goesOn
    }
}
