#if canImport(StoreKit)
    import Purser

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    /// The names of an app's users for StoreKit 1, each with the UUID of that user.
    ///
    /// StoreKit 1 accepts any text as `applicationUsername`, such as a hash of a user's name; Purser's accounts are
    /// UUIDs. A text that is a UUID is that UUID. Every other text gets a UUID at its first use, and keeps it: the
    /// table is in a file, which is written before the UUID is returned.
    public final class ApplicationUsernames: Sendable {
        private struct State: Sendable {
            var ids: [String: UUID] = [:]
            var names: [UUID: String] = [:]
        }

        private let path: String?
        private let state: Lock<State>

        /// Makes a table in memory: for apps whose users are UUIDs, and for tests.
        public init() {
            path = nil
            state = Lock(State())
        }

        /// Makes a table in a file; the file is created with the first name.
        ///
        /// - Throws: `BackendFailure` with `.systemError` when the file exists and cannot be read, because users would
        ///   change.
        public init(file: URL) throws {
            let path = file.path
            self.path = path
            var state = State()
            if FileManager.default.fileExists(atPath: path) {
                do {
                    let data = try Data(contentsOf: URL(fileURLWithPath: path))
                    for (name, id) in try JSONDecoder().decode([String: UUID].self, from: data) {
                        state.ids[name] = id
                        state.names[id] = name
                    }
                } catch {
                    throw BackendFailure(
                        .systemError,
                        "The users' names in \(path) cannot be read: \(error). Restore the file, or remove it and let users restore their purchases.",
                        isOutcomeUnknown: false, underlying: error)
                }
            }
            self.state = Lock(state)
        }

        /// The UUID of the user with this name; a new one for a new name.
        ///
        /// - Throws: `BackendFailure` with `.systemError` when the table cannot be written.
        public func userID(for name: String) throws -> UUID {
            if let id = UUID(uuidString: name) { return id }
            return try state.withLock { state in
                if let id = state.ids[name] { return id }
                var ids = state.ids
                let id = UUID()
                ids[name] = id
                try keep(ids)
                state.ids = ids
                state.names[id] = name
                return id
            }
        }

        /// The name of a user: the app's text, or the UUID in lower case.
        public func name(of userID: UUID) -> String {
            state.withLock { $0.names[userID] } ?? userID.uuidString.lowercased()
        }

        private func keep(_ ids: [String: UUID]) throws(BackendFailure) {
            guard let path else { return }
            do {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys]
                try encoder.encode(ids).write(to: URL(fileURLWithPath: path), options: .atomic)
            } catch {
                throw BackendFailure(
                    .systemError,
                    "The users' names cannot be written to \(path): \(error). Free space, or allow writing to the "
                        + "file.",
                    retry: .retryable(), isOutcomeUnknown: false, underlying: error)
            }
        }
    }
#endif
