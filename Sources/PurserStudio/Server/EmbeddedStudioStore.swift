#if Studio
    package import Purser
    package import PurserFormats
    package import PurserSimulator

    /// An App Store in this program, with an open store.
    package struct EmbeddedStudioStore: StudioStore {
        package let title: String
        package var isAttached: Bool { false }
        private let appStore: EmbeddedAppStore
        private let store: PurchaseStore
        private let effects: StudioEffects
        private let advance: @Sendable (Duration) async throws -> Void

        /// The number of recorded updates that are shown at the start.
        private static let earlierUpdates: UInt64 = 300

        /// Makes it from an App Store that the caller opened and closes.
        ///
        /// - Parameters:
        ///   - title: its title.
        ///   - effects: the results of the store's handlers.
        ///   - advance: moves the clock forward.
        package init(
            title: String, appStore: EmbeddedAppStore, store: PurchaseStore, effects: StudioEffects,
            advance: @escaping @Sendable (Duration) async throws -> Void
        ) {
            (self.title, self.appStore, self.store, self.effects) = (title, appStore, store, effects)
            self.advance = advance
        }

        package func request(_ command: String, _ members: [String: JSONValue]) async throws -> JSONValue {
            let request = JSONValue.object(members)
            switch command {
            case "buy":
                guard let product = request.text("product") else {
                    throw StudioFailure("The product to buy is missing.")
                }
                return .object(["outcome": .string(Self.word(try await store.purchase(product)))])
            case "advance":
                guard let seconds = request.integer("seconds"), (0...Self.furthest).contains(seconds) else {
                    throw StudioFailure("The number of seconds is missing or invalid: at most a hundred years.")
                }
                try await advance(.seconds(seconds))
                return .object([:])
            default: return try await appStore.perform(command, members, store: store)
            }
        }

        package func watch(_ take: @escaping @Sendable (StudioReport) async -> Void) async throws {
            let events = appStore.events
            await take(.connected(hasStore: true))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await event in events { await take(.event(await event.steeringJSON(in: appStore))) }
                }
                group.addTask {
                    let last = store.lastSequence
                    let updates = try store.updates(after: last > Self.earlierUpdates ? last - Self.earlierUpdates : 0)
                    for await update in updates { await take(.update(StudioUpdate(update))) }
                }
                group.addTask {
                    for await (key, effect) in effects.notes { await take(.effect(effect, of: key)) }
                }
                try await group.waitForAll()
            }
        }

        private static let furthest: Int64 = 100 * 366 * 86_400

        private static func word(_ outcome: PurchaseOutcome) -> String {
            switch outcome {
            case .purchased: "purchased"
            case .pending: "pending"
            case .cancelled: "cancelled"
            }
        }
    }
#endif
