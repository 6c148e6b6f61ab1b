#if Studio
    package import Purser
    package import PurserFormats

    /// An App Store that Studio shows and controls.
    package protocol StudioStore: Sendable {
        /// Its title.
        var title: String { get }
        /// Whether it belongs to another program.
        var isAttached: Bool { get }

        /// Performs a command; the commands are those of `EmbeddedAppStore.listen(at:store:onListening:)`.
        ///
        /// - Throws: an error whose message contains the next step.
        func request(_ command: String, _ members: [String: JSONValue]) async throws -> JSONValue

        /// Reports events until the task is cancelled.
        ///
        /// - Throws: an error if the App Store was never available.
        func watch(_ take: @escaping @Sendable (StudioReport) async -> Void) async throws
    }

    /// A report about an App Store.
    package enum StudioReport: Sendable {
        /// It is available: all data must be requested.
        ///
        /// With a store it also restores and finishes, and has numbered updates.
        case connected(hasStore: Bool)
        /// It has ended.
        case lost
        /// An event of the account.
        case event(JSONValue)
        /// Its store has recorded an update.
        case update(StudioUpdate)
        /// An update was granted or revoked, or its handler failed.
        case effect(String, of: StoreUpdate.Key)
    }
#endif
