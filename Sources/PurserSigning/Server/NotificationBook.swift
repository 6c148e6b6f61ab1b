#if Verification
    import Foundation
    import Purser
    import PurserServerAPI
    import PurserSimulator

    /// The notifications of the double, with the attempts to post each.
    ///
    /// Without a successful answer, production repeats a post 1, 12, 24, 48 and 72 hours after the previous attempt;
    /// the sandbox posts each notification once.
    struct NotificationBook: Sendable {
        /// One attempt to post it.
        struct Attempt: Sendable, Hashable {
            let time: Timestamp
            /// The result in Apple's spelling.
            let result: String

            static let success = "SUCCESS"
        }

        /// One notification.
        struct Entry: Sendable {
            let notification: ServerNotification
            let signedPayload: String
            /// The number of the customer; `nil` if it belongs to no customer.
            let customer: Int?
            fileprivate(set) var attempts: [Attempt] = []
            /// Whether it is being posted now.
            fileprivate var isUnderWay = false

            fileprivate var hasArrived: Bool { attempts.contains { $0.result == Attempt.success } }

            /// The date of the next post; `nil` if it is not posted again.
            fileprivate var due: Timestamp? {
                guard !hasArrived, let last = attempts.last else {
                    return hasArrived ? nil : Timestamp(notification.date)
                }
                guard notification.environment == .production, attempts.count <= NotificationBook.pauses.count else {
                    return nil
                }
                return last.time.advanced(by: NotificationBook.pauses[attempts.count - 1])
            }
        }

        /// The pauses between the posts.
        private static let pauses = [1, 12, 24, 48, 72].map { Duration.seconds($0 * 3_600) }

        private(set) var entries: [Entry] = []
        /// The places of the test notifications, by their tokens.
        private var tests: [String: Int] = [:]

        /// Adds a notification, which is due at once.
        mutating func add(_ notification: ServerNotification, signed payload: String, customer: Int?) {
            entries.append(Entry(notification: notification, signedPayload: payload, customer: customer))
        }

        /// Adds a test notification; returns the token for its status.
        mutating func addTest(_ notification: ServerNotification, signed payload: String) -> String {
            let token = "\(notification.id.uuidString.lowercased())_\(Timestamp(notification.date).milliseconds)"
            tests[token] = entries.count
            add(notification, signed: payload, customer: nil)
            return token
        }

        /// The test of a token.
        func test(_ token: String) -> Entry? { tests[token].map { entries[$0] } }

        /// Takes the places of the notifications that are due; each counts as being posted until its attempt is
        /// recorded.
        mutating func takeDue(at now: Timestamp) -> [Int] {
            let due = entries.indices.filter { index in
                let entry = entries[index]
                // The first post is due immediately, although the date of the signature may be some milliseconds ahead.
                let isDue = entry.attempts.isEmpty || entry.due.map { $0 <= now } ?? false
                return !entry.isUnderWay && isDue
            }
            for index in due { entries[index].isUnderWay = true }
            return due
        }

        /// Records the end of an attempt.
        mutating func attempted(_ place: Int, _ result: String, at now: Timestamp) {
            entries[place].attempts.append(Attempt(time: now, result: result))
            entries[place].isUnderWay = false
        }

        /// When the next post is due; `nil` for none.
        var nextDue: Timestamp? { entries.compactMap(\.due).min() }
    }

    extension NotificationBook.Entry {
        /// The entry in a history, and the status of a test.
        var members: SignedMembers {
            var members = SignedMembers()
            members.text("signedPayload", signedPayload)
            members.list(
                "sendAttempts",
                attempts.map { attempt in
                    var members = SignedMembers()
                    members.time("attemptDate", attempt.time)
                    members.text("sendAttemptResult", attempt.result)
                    return members
                })
            return members
        }

        /// Whether no post had a successful answer.
        var isFailure: Bool { !attempts.contains { $0.result == NotificationBook.Attempt.success } }
    }
#endif
