/// The bytes of a file that is stored as a value, shared by all that have it open.
final class ValueContents: Sendable {
    private struct State: Sendable {
        var bytes: [UInt8]
        /// The value as it was last read or set; `nil` when there was none.
        var stored: [UInt8]?
        /// The file's name; `nil` when it was removed.
        var name: String?
    }

    private let state: Lock<State>
    private let files: ValueLedgerFiles

    init(_ name: String, _ stored: [UInt8]?, _ bytes: [UInt8], of files: ValueLedgerFiles) {
        state = Lock(State(bytes: bytes, stored: stored, name: name))
        self.files = files
    }

    var name: String? { state.withLock(\.name) }
    var count: Int { state.withLock(\.bytes.count) }

    /// Records that it was removed.
    func lostName() { state.withLock { $0.name = nil } }

    /// Whether the value is still the last read or set one: no other program has written it.
    func isUnchanged() throws -> Bool {
        let (name, stored) = state.withLock { ($0.name, $0.stored) }
        guard let name else { return false }
        return try files.value(name) == stored
    }

    func read(at offset: Int, count: Int) -> [UInt8] {
        state.withLock { Array($0.bytes.dropFirst(offset).prefix(count)) }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        state.withLock { state in
            let end = offset + bytes.count
            if state.bytes.count < end { state.bytes += [UInt8](repeating: 0, count: end - state.bytes.count) }
            state.bytes.replaceSubrange(offset..<end, with: bytes)
        }
    }

    func truncate(to size: Int) {
        state.withLock { state in
            let missing = size - state.bytes.count
            if missing > 0 {
                state.bytes += [UInt8](repeating: 0, count: missing)
            } else {
                state.bytes.removeLast(-missing)
            }
        }
    }

    /// Sets the value, unless it is set already, or the file is still being made.
    func store() throws {
        let (name, bytes, stored) = state.withLock { ($0.name, $0.bytes, $0.stored) }
        guard let name, bytes != stored, !name.hasSuffix(".new") else { return }
        try files.set(bytes, name)
        state.withLock { $0.stored = bytes }
    }

    /// Sets the value of another name, which is the file's name from then on.
    func store(as name: String) throws {
        let bytes = state.withLock(\.bytes)
        try files.set(bytes, name)
        state.withLock { ($0.name, $0.stored) = (name, bytes) }
    }
}

/// An open file that is stored as a value.
struct ValueLedgerFile: LedgerFile {
    private let contents: ValueContents
    /// The storage's lock, held while it is open.
    private let hold: Hold?

    init(_ contents: ValueContents, hold: Hold? = nil) {
        self.contents = contents
        self.hold = hold
    }

    func isAt(_ path: String) throws -> Bool { try contents.path == path && contents.isUnchanged() }
    func isNamed() -> Bool { contents.name != nil }
    func size() -> Int { contents.count }
    func read(at offset: Int, count: Int) -> [UInt8] {
        contents.read(at: offset, count: count)
    }
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) { contents.write(bytes, at: offset) }
    func truncate(to size: Int) { contents.truncate(to: size) }
    func sync() throws { try contents.store() }
}

extension ValueContents {
    /// Where it is, for messages.
    var path: String { files.path(of: name ?? "") }
}
