#if Verification
    public import Foundation
    import Purser
    public import PurserNetworking
    import PurserServerAPI
    import PurserSimulator

    // Refund requests of customers, and the notifications that follow.
    extension EmbeddedAppStoreServer {
        /// Requests a refund as the customer.
        ///
        /// For consumables and auto-renewable subscriptions, the app's server gets `CONSUMPTION_REQUEST` and has 12
        /// hours to answer, or 5 minutes in the sandbox. The preference in the answer decides.
        /// ``EmbeddedAppStoreServerOptions/refundWithoutAnswer`` decides all other requests, and those without an
        /// answer.
        ///
        /// - Throws: `BackendFailure` with `.unknownTransaction` if no customer has such a transaction.
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
            throw BackendFailure(
                .unknownTransaction, "No customer of this server has a transaction \(transactionID).")
        }

        /// The transactions with refund requests that are not decided yet.
        public var openRefunds: [String] { state.openRefunds }

        /// Decides the refund requests whose time is over; each call to the server does this too.
        public func settleRefunds() async { await settleRefunds(at: clock.timestamp()) }

        func settleRefunds(at now: Timestamp) async {
            for due in state.takeDueRefunds(at: now, silence: options.refundWithoutAnswer) {
                await RefundDesk(directory: directory).carryOut(due.decided, isSandbox: due.isSandbox)
            }
        }

        /// Approves or rejects the images and messages that were uploaded in production; the sandbox approves them
        /// immediately.
        public func reviewRetentionMessages(isApproved: Bool) { state.retention.review(isApproved: isApproved) }

        /// Collects the notifications of the customers' accounts.
        func collect() async {
            let customers = await directory.customers
            for customer in customers { await customer.refresh() }
            let reported = customers.flatMap { customer in
                customer.takeNotifications().map { (customer: customer.number, notification: $0) }
            }
            if !reported.isEmpty { state.note(reported) { try? authority.sign($0) } }
        }
    }

    // Posting.
    extension EmbeddedAppStoreServer {
        /// Passes the notifications that are due now to a closure in place of the app's server.
        ///
        /// Call it again after time has passed: without a successful answer, production repeats a post 1, 12, 24, 48
        /// and 72 hours after the previous attempt. The sandbox posts each notification once.
        ///
        /// - Parameter receive: receives a notification, and returns the status of the answer; an error means that
        ///   there is no answer.
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

        /// Posts the notifications that are due now to the app's server.
        ///
        /// - Parameters:
        ///   - address: the address of the server's route.
        ///   - transport: sends the posts.
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

        /// Posts one notification; returns the result in Apple's spelling.
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

    /// The result of posting the notifications that were due.
    public struct NotificationDelivery: Sendable, Hashable {
        /// The number of posts, repetitions included.
        public internal(set) var postedCount = 0
        /// The number of posts with a successful answer.
        public internal(set) var acceptedCount = 0
        /// The date at which the next post is due; `nil` for none.
        public internal(set) var nextDate: Date?
    }
#endif
