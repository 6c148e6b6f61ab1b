#if Verification
    import Foundation
    import Purser
    import PurserSimulator

    /// One customer of the double: an embedded App Store, and the server's records of its account.
    ///
    /// Owns the numbered states and the notifications of the account. Promises: both are read in the App Store's
    /// isolation, after all due events, and therefore in the order of the changes.
    final class ServerCustomer: Sendable {
        /// The server's records of the account.
        struct Knowledge: Sendable {
            fileprivate(set) var access: ServerAccess
            fileprivate(set) var log = ChangeLog()
            /// Notifications not collected yet.
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

        /// Makes a customer of an account.
        static func open(_ appStore: EmbeddedAppStore, number: Int) async -> ServerCustomer {
            let access = await appStore.inside { ServerAccess(of: $0) }
            return ServerCustomer(number: number, appStore, access)
        }

        /// Runs a closure inside the App Store's isolation, with up-to-date records.
        func perform<Result: Sendable>(
            _ body: @Sendable (isolated EmbeddedAppStore, Knowledge) throws(ServerRejection) -> Result
        ) async throws(ServerRejection) -> Result {
            try await appStore.inside { store throws(ServerRejection) in
                let result = try body(store, self.refreshed(store))
                // Records the changes of the closure immediately.
                _ = self.refreshed(store)
                return result
            }
        }

        /// Reads the changes of the account.
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
            let reported = knowledge.access.takeNotifications(of: store)
            return self.knowledge.withLock { known in
                // Outside the isolation, only the collected notifications are changed.
                (known.access, known.log) = (knowledge.access, knowledge.log)
                for notification in reported {
                    known.notificationCount += 1
                    known.notifications.append(notification.numbered(id(known.notificationCount)))
                }
                return known
            }
        }

        /// An identifier that is unique on the server, made of the numbers of the customer and the notification.
        private func id(_ count: Int) -> UUID { UUID(customer: number, notification: count) }
    }

    extension UUID {
        /// Makes the identifier of a notification from the numbers of the customer and the notification.
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
        /// Runs a closure inside the isolation of the App Store.
        func inside<Result: Sendable, Failure: Error>(
            _ body: @Sendable (isolated EmbeddedAppStore) throws(Failure) -> Result
        ) throws(Failure) -> Result { try body(self) }
    }
#endif
