/// A file that is stored as a value, shared by all that have it open.
final class ValueLedgerFile: LedgerFile {
    private struct State: Sendable {
        var bytes: [UInt8]
        var stored: [UInt8]?
        var name: String?
    }

    private let state: Lock<State>
    private let files: ValueLedgerFiles
    /// Releases the storage's lock, when it is the lock.
    private let unlock: (@Sendable () -> Void)?

    init(_ name: String, _ stored: [UInt8]?, of files: ValueLedgerFiles, unlock: (@Sendable () -> Void)? = nil) {
        state = Lock(State(bytes: stored ?? [], stored: stored, name: name))
        (self.files, self.unlock) = (files, unlock)
    }

    deinit { unlock?() }

    var name: String? { state.withLock(\.name) }

    func lostName() { state.withLock { $0.name = nil } }

    func isAt(_ path: String) throws -> Bool {
        let (name, stored) = state.withLock { ($0.name, $0.stored) }
        // Another program may have written the value.
        guard let name, files.path(of: name) == path else { return false }
        return try files.value(name) == stored
    }

    func isNamed() -> Bool { name != nil }
    func size() -> Int { state.withLock(\.bytes.count) }

    func read(at offset: Int, count: Int) -> [UInt8] {
        state.withLock { Array($0.bytes.dropFirst(offset).prefix(count)) }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        let end = offset + bytes.count
        if end > size() { truncate(to: end) }
        state.withLock { $0.bytes.replaceSubrange(offset..<end, with: bytes) }
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
    func sync() throws {
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
