#if Verification
    import Foundation
    import Purser
    import PurserFormats
    import PurserServerAPI
    import PurserSimulator
    import PurserVerification

    /// The filter and the page of a history of notifications, read from its call.
    struct NotificationQuery: Sendable {
        let transactionID: String?
        private let start: Timestamp
        private let end: Timestamp
        private let type: String?
        private let subtype: String?
        private let onlyFailures: Bool
        private let place: Int
        private let digest: String

        /// The size of a page.
        private static let pageSize = 20
        /// The time for which notifications are kept, and the time for which a token is valid.
        private static let (memory, tokenLifetime) = (Duration.seconds(180 * 86_400), Duration.seconds(86_400))
        /// The types of Apple's documentation.
        private static let types: Set = [
            "SUBSCRIBED", "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_STATUS", "OFFER_REDEEMED", "DID_RENEW",
            "EXPIRED", "DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED", "PRICE_INCREASE", "REFUND", "REFUND_DECLINED",
            "REFUND_REVERSED", "CONSUMPTION_REQUEST", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION", "REVOKE",
            "ONE_TIME_CHARGE", "EXTERNAL_PURCHASE_TOKEN", "RESCIND_CONSENT", "METADATA_UPDATE", "MIGRATION",
            "PRICE_CHANGE", "TEST",
        ]

        /// Reads a call.
        ///
        /// - Throws: ``ServerRejection`` with the code of its fault.
        init(_ call: ServerCall, at now: Timestamp) throws(ServerRejection) {
            let members = try call.members()
            guard let start = members["startDate"]?.asTime else { throw ServerRejection(.invalidStartDate) }
            guard let end = members["endDate"]?.asTime else { throw ServerRejection(.invalidEndDate) }
            guard start < end else { throw ServerRejection(.startDateAfterEndDate) }
            guard start.advanced(by: Self.memory) >= now else { throw ServerRejection(.startDateTooFarInPast) }
            type = members["notificationType"]?.asText
            subtype = members["notificationSubtype"]?.asText
            transactionID = members["transactionId"]?.asText
            if type != nil, transactionID != nil { throw ServerRejection(.multipleFiltersSupplied) }
            if let type, !Self.types.contains(type) { throw ServerRejection(.invalidNotificationType) }
            if subtype != nil, type == nil { throw ServerRejection(.invalidNotificationType) }
            onlyFailures = members["onlyFailures"]?.asFlag ?? false
            (self.start, self.end) = (start, end)
            digest = String(KeyedHash.zero.fingerprint(of: JSONValue.object(members).text).low, radix: 36)
            place = try Self.place(call.value("paginationToken"), digest, at: now)
        }

        /// Reads the place from a token, which is valid for one request and one day.
        private static func place(
            _ token: String?, _ digest: String, at now: Timestamp
        ) throws(ServerRejection) -> Int {
            guard let token else { return 0 }
            let parts = token.split(separator: "-")
            guard parts.count == 3, parts[0] == digest, let place = Int(parts[1]), place >= 0,
                let issued = Int64(parts[2])
            else { throw ServerRejection(.invalidPaginationToken) }
            guard Timestamp(milliseconds: issued).advanced(by: tokenLifetime) >= now else {
                throw ServerRejection(.paginationTokenExpired)
            }
            return place
        }

        /// The page.
        ///
        /// - Parameter customer: the customer of the transaction in the request; `nil` for all.
        func page(
            of book: NotificationBook, customer: Int?, inSandbox isSandbox: Bool, at now: Timestamp
        ) -> SignedMembers {
            var items: [SignedMembers] = []
            var next = place
            var hasMore = false
            for index in book.entries.indices.dropFirst(place) {
                if takes(book.entries[index], customer, isSandbox) {
                    hasMore = items.count == Self.pageSize
                    if hasMore { break }
                    items.append(book.entries[index].members)
                }
                next = index + 1
            }
            var members = SignedMembers()
            if hasMore { members.text("paginationToken", "\(digest)-\(next)-\(now.milliseconds)") }
            members.flag("hasMore", hasMore)
            members.list("notificationHistory", items)
            return members
        }

        private func takes(_ entry: NotificationBook.Entry, _ customer: Int?, _ isSandbox: Bool) -> Bool {
            let notification = entry.notification
            guard (notification.environment != .production) == isSandbox else { return false }
            guard (start...end).contains(Timestamp(notification.date)) else { return false }
            if let type, type != notification.type || subtype != nil && subtype != notification.subtype { return false }
            if transactionID != nil, entry.customer != customer { return false }
            return !onlyFailures || entry.isFailure
        }
    }
#endif
