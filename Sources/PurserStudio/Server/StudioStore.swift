#if Studio
    package import Purser

    /// An App Store that Studio shows and steers.
    package protocol StudioStore: Sendable {
        /// What it is called.
        var title: String { get }
        /// Whether it is that of another program.
        var isAttached: Bool { get }

        /// Does what a command asks for; the commands are those of `EmbeddedAppStore.listen(at:store:onListening:)`.
        ///
        /// - Throws: an error that says in words what to do next.
        func request(_ command: String, _ members: [String: JSONValue]) async throws -> JSONValue

        /// Reports what happens, until the task is cancelled.
        ///
        /// - Throws: an error when the App Store was never there.
        func watch(_ take: @escaping @Sendable (StudioReport) async -> Void) async throws
    }

    /// Something that Studio learns of an App Store.
    package enum StudioReport: Sendable {
        /// It is there: everything is to be asked for. With a store it also restores and finishes, and has numbered updates.
        case connected(hasStore: Bool)
        /// It has ended.
        case lost
        /// Something happened in the account.
        case event(JSONValue)
        /// Its store has recorded an update.
        case update(StudioUpdate)
        /// An update was granted or revoked, or that has failed.
        case effect(String, of: StoreUpdate.Key)
    }
#endif
