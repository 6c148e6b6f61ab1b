#if Server
    import Purser
    import PurserServer

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// What is posted to a webhook: an update of a user, in a form of its own.
    ///
    /// A later version only adds members.
    struct WebhookBody: Sendable, Encodable {
        /// `update.` and the kind of the update.
        let type: String
        /// When the update was recorded.
        let timestamp: String
        /// The update.
        let data: Update

        /// An update of a user.
        struct Update: Sendable, Encodable {
            /// The version of this form.
            var version = 1
            /// The same for each repetition, in each process.
            let key: StoreUpdate.Key
            /// The user's account token.
            let user: UUID
            /// Its number among the user's updates.
            let number: UInt64
            /// What has happened.
            let kind: String
            /// Rises when the database has lost updates.
            let epoch: Int
            /// Rises each time that the user is given to a process: a 64-bit number as a text, because after a restore it is larger
            /// than what many programs read from JSON without rounding.
            let fence: String
            /// The transaction, by the names of its properties; dates are milliseconds since 1970.
            let transaction: StoreTransaction
            /// How the subscription renews, where that has changed.
            let renewalInfo: StoreRenewalInfo?
            /// The state of the subscription by the number of the App Store, where that has changed.
            let renewalState: Int?
        }

        init(_ update: BookUpdate) {
            type = "update.\(update.update.kind)"
            timestamp = update.update.recordedAt.formatted(.iso8601)
            data = Update(
                key: update.update.key, user: update.user, number: update.update.sequence,
                kind: update.update.kind.rawValue, epoch: update.epoch, fence: "\(update.fence)",
                transaction: update.update.transaction, renewalInfo: update.update.renewalInfo,
                renewalState: update.update.renewalState?.rawValue)
        }

        /// It as JSON.
        func json() throws -> Data {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        }
    }
#endif
