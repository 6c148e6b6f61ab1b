#if Verification
    import Foundation
    import Purser
    import PurserSimulator

    /// One customer of the simulated server: an embedded App Store, and what the server knows of it.
    ///
    /// Owns the numbered states and the notifications of the account. Promises: both are taken from the App Store inside its
    /// isolation, after everything has happened that is due, so that they are in the order in which they came about.
    final class ServerCustomer: Sendable {
        /// What the server knows.
        struct Knowledge: Sendable {
            fileprivate(set) var access: ServerAccess
            fileprivate(set) var log = ChangeLog()
            /// Notifications that nobody has collected yet.
            fileprivate var notifications: [ServerNotification] = []
            fileprivate var notificationCount = 0
        }

        let number: Int
        let appStore: EmbeddedAppStore
        private let knowledge: Lock<Knowledge>

        private init(number: Int, _ appStore: EmbeddedAppStore, _ access: ServerAccess) {
            self.number = number
            self.appStore = appStore
            knowledge = Lock(Knowledge(access: access))
        }

        /// Begins to read an account.
        static func open(_ appStore: EmbeddedAppStore, number: Int) async -> ServerCustomer {
            let access = await appStore.inside { ServerAccess(of: $0) }
            return ServerCustomer(number: number, appStore, access)
        }

        /// Does something inside the App Store's isolation, up to date.
        func perform<Result: Sendable>(
            _ body: @Sendable (isolated EmbeddedAppStore, Knowledge) throws(ServerRefusal) -> Result
        ) async throws(ServerRefusal) -> Result {
            try await appStore.inside { store throws(ServerRefusal) in
                let result = try body(store, self.refreshed(store))
                // What it has brought about is known at once.
                _ = self.refreshed(store)
                return result
            }
        }

        /// Learns what has happened.
        func refresh() async { await appStore.inside { _ = self.refreshed($0) } }

        /// Collects the notifications since the last time.
        func takeNotifications() -> [ServerNotification] {
            knowledge.withLock { knowledge in
                defer { knowledge.notifications = [] }
                return knowledge.notifications
            }
        }

        private func refreshed(_ store: isolated EmbeddedAppStore) -> Knowledge {
            var knowledge = knowledge.withLock { $0 }
            if let changes = knowledge.access.takeChanges(of: store) {
                knowledge.log.add(changes)
            } else {
                knowledge.access = ServerAccess(of: store)
                knowledge.log.restart()
                knowledge.log.add(knowledge.access.takeChanges(of: store) ?? [])
            }
            let told = store.takeNotifications()
            return self.knowledge.withLock { known in
                // Only inside the isolation is anything but the collected notifications changed.
                (known.access, known.log) = (knowledge.access, knowledge.log)
                for notification in told {
                    known.notificationCount += 1
                    known.notifications.append(notification.numbered(id(known.notificationCount)))
                }
                return known
            }
        }

        /// The customer's number and the notification's, so that no two of a server are the same.
        private func id(_ count: Int) -> UUID { UUID(customer: number, notification: count) }
    }

    extension UUID {
        /// The identifier of a notification: the customer's number, and that of the notification among theirs.
        init(customer: Int, notification: Int) {
            let front = UInt32(truncatingIfNeeded: customer)
            let back = UInt64(truncatingIfNeeded: notification)
            func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: back >> (8 * (5 - index))) }
            self.init(
                uuid: (
                    0x50, 0x75, 0x72, 0x73, UInt8(truncatingIfNeeded: front >> 24),
                    UInt8(truncatingIfNeeded: front >> 16), 0x40, UInt8(truncatingIfNeeded: front >> 8), 0x80,
                    UInt8(truncatingIfNeeded: front), byte(0), byte(1), byte(2), byte(3), byte(4), byte(5)
                ))
        }
    }

    extension EmbeddedAppStore {
        /// Does something inside the isolation of the App Store.
        func inside<Result: Sendable, Failure: Error>(
            _ body: @Sendable (isolated EmbeddedAppStore) throws(Failure) -> Result
        ) throws(Failure) -> Result { try body(self) }
    }
#endif
