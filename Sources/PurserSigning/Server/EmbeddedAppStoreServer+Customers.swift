#if Verification
    public import Foundation
    import Purser
    public import PurserNetworking
    import PurserServerAPI
    import PurserSimulator

    // What customers do that concerns the app's server, and what is posted to it.
    extension EmbeddedAppStoreServer {
        /// A customer asks for a refund, which is not decided yet.
        ///
        /// Of consumables and renewing subscriptions the app's server is asked by `CONSUMPTION_REQUEST`, and has 12 hours to answer,
        /// in the sandbox 5 minutes: what it prefers is done. Everything else is decided at once, as
        /// ``EmbeddedAppStoreServerOptions/refundWithoutAnswer`` says.
        ///
        /// - Throws: `BackendError` with `.unknownTransaction` when no customer has such a transaction.
        public func requestRefund(of transactionID: String) async throws {
            let now = clock.timestamp()
            await settleRefunds(at: now)
            for isSandbox in [false, true] {
                guard
                    let owner = try? await directory.owner(
                        of: transactionID, .transaction, inSandbox: isSandbox)
                else { continue }
                let desk = RefundDesk(directory: directory)
                if (try? await desk.ask(transactionID, owner)) == true {
                    state.askRefund(transactionID, isSandbox: isSandbox, at: now)
                } else {
                    let decided = RefundRequests.Decided(
                        transactionID: transactionID, decision: options.refundWithoutAnswer)
                    await desk.carryOut(decided, isSandbox: isSandbox)
                }
                return
            }
            throw BackendError(
                .unknownTransaction, "No customer of this server has a transaction \(transactionID).")
        }

        /// The transactions for which customers have asked for a refund that is not decided yet.
        public var openRefunds: [String] { state.openRefunds }

        /// Decides the refunds whose time is over; every request does so, too.
        public func settleRefunds() async { await settleRefunds(at: clock.timestamp()) }

        func settleRefunds(at now: Timestamp) async {
            for due in state.takeDueRefunds(at: now, silence: options.refundWithoutAnswer) {
                await RefundDesk(directory: directory).carryOut(due.decided, isSandbox: due.isSandbox)
            }
        }

        /// Reviews the retention messages and images that were uploaded in production; in the sandbox all are approved at once.
        public func reviewRetentionMessages(isApproved: Bool) { state.retention.review(isApproved: isApproved) }

        /// Collects what the customers' accounts have told.
        func collect() async {
            let customers = await directory.customers
            for customer in customers { await customer.refresh() }
            let told = customers.flatMap { customer in
                customer.takeNotifications().map { (customer: customer.number, notification: $0) }
            }
            if !told.isEmpty { state.note(told) { try? authority.sign($0) } }
        }
    }

    // Posting.
    extension EmbeddedAppStoreServer {
        /// Posts the notifications that are due now, each to a closure that stands for the app's server.
        ///
        /// Call it again when time has passed: in production what was not answered with success is posted again 1, 12, 24, 48 and 72
        /// hours after the attempt before, in the sandbox never.
        ///
        /// - Parameter receive: takes a notification, and returns the status of the answer; what it throws counts as no answer.
        /// - Returns: how many were posted and accepted, and when the next one is due.
        @discardableResult
        public func deliverNotifications(
            to receive: @Sendable (SignedNotification) async throws -> Int
        ) async -> NotificationDelivery {
            await settleRefunds()
            await collect()
            let due = state.book.takeDue(at: clock.timestamp())
            var delivery = NotificationDelivery()
            for place in state.faults.order(due) {
                let entry = state.book.entries[place]
                var result = "TIMED_OUT"
                if !state.faults.isMissed() {
                    delivery.postedCount += 1
                    result = await Self.posted(
                        SignedNotification(notification: entry.notification, signedPayload: entry.signedPayload),
                        to: receive)
                    if result == NotificationBook.Attempt.success { delivery.acceptedCount += 1 }
                }
                state.book.attempted(place, result, at: clock.timestamp())
            }
            delivery.nextDate = state.book.nextDue?.date
            return delivery
        }

        /// Posts the notifications that are due now to an address, as Apple does.
        ///
        /// - Parameters:
        ///   - address: the route of the app's server.
        ///   - transport: what speaks to it.
        ///   - limit: how long an answer may take.
        /// - Returns: how many were posted and accepted, and when the next one is due.
        @discardableResult
        public func deliverNotifications(
            to address: URL, by transport: any HTTPTransport = URLSessionTransport.shared,
            within limit: Duration = .seconds(30)
        ) async -> NotificationDelivery {
            await deliverNotifications { [clock] notification in
                var request = HTTPRequest(
                    address, method: "POST", headers: ["Content-Type": "application/json"], body: notification.body)
                request.followsRedirections = false
                return try await transport.anyAnswer(to: request, maximumBytes: 1 << 20, within: limit, by: clock)
                    .response.status
            }
        }

        /// How an attempt ends, in Apple's spelling.
        private static func posted(
            _ notification: SignedNotification, to receive: @Sendable (SignedNotification) async throws -> Int
        ) async -> String {
            do {
                let status = try await receive(notification)
                return (200...206).contains(status)
                    ? NotificationBook.Attempt.success : "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
            } catch let failure as HTTPFailure {
                switch failure.code {
                case .stalled: return "TIMED_OUT"
                case .connection: return failure.isUnsent ? "SOCKET_ISSUE" : "PREMATURE_CLOSE"
                case .redirection: return "CIRCULAR_REDIRECT"
                default: return "INVALID_RESPONSE"
                }
            } catch {
                return "NO_RESPONSE"
            }
        }
    }

    /// What came of posting the notifications that were due.
    public struct NotificationDelivery: Sendable, Hashable {
        /// How many were posted, repetitions included.
        public internal(set) var postedCount = 0
        /// How many of them were answered with success.
        public internal(set) var acceptedCount = 0
        /// When the next one is due; `nil` when none is.
        public internal(set) var nextDate: Date?
    }
#endif
