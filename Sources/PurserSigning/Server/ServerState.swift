#if Verification
    import Foundation
    import Purser
    import PurserServerAPI
    import PurserSimulator

    /// Decides which requests the double carries out, and keeps its records.
    struct ServerState: Sendable {
        var bearer: BearerCheck
        var faults: ServerFaultState
        var book = NotificationBook()
        var extensions = ExtensionRecords()
        var retention = RetentionDesk()
        private var refunds = [false: RefundRequests(), true: RefundRequests()]
        private let rates: RateLimits
        private var turns = RateState()
        /// The number of requests.
        private(set) var requestCount = 0
        /// The number of requests that were rejected because of the rates.
        private(set) var rejectedForRateCount = 0
        /// Whether the app was ever released; if not, production answers 401.
        var isReleased = true
        private var testCount = 0

        init(bundleID: String, rates: RateLimits, faults: ServerFaultPlan) {
            bearer = BearerCheck(bundleID: bundleID)
            self.rates = rates
            self.faults = ServerFaultState(faults)
        }

        /// How an admitted request is carried out.
        struct Admission: Sendable {
            /// Its fault.
            var fault: ServerFaultState.Fault?
            /// The delay of its answer.
            var delay: Duration?
        }

        /// Decides whether a request is carried out.
        ///
        /// - Parameters:
        ///   - authorization: the header field `Authorization`.
        ///   - now: the date.
        ///   - reading: the clock's reading, by which rates are counted.
        /// - Throws: ``ServerRejection``.
        mutating func admit(
            _ call: ServerCall, _ authorization: String?, at now: Timestamp, reading: Duration
        ) throws(ServerRejection) -> Admission {
            requestCount += 1
            guard isReleased || call.isSandbox else { throw ServerRejection(status: 401) }
            let line = RateState.Line(call: call.call, isSandbox: call.isSandbox)
            let limit = rates.limit(of: call.call, isSandbox: call.isSandbox)
            if case .tooLate(let start) = turns.turn(in: line, limit, now: reading, latest: reading) {
                rejectedForRateCount += 1
                throw .rateLimited(until: now.advanced(by: start - reading))
            }
            guard bearer.accepts(authorization, at: now) else { throw ServerRejection(status: 401) }
            let (fault, delay) = faults.request(call.call.name)
            return Admission(fault: fault, delay: delay)
        }

        /// The rejection of a request that is not carried out because of a fault.
        static func rejection(_ fault: ServerFaultState.Fault, at now: Timestamp) -> ServerRejection {
            switch fault {
            case .rateLimited(let wait): .rateLimited(until: wait.map { now.advanced(by: $0) })
            case .serverError(hasCode: true): ServerRejection(.generalInternalRetryable)
            case .serverError: ServerRejection(status: 503)
            case .unauthorized, .broken, .cut, .html, .halfJSON: ServerRejection(status: 401)
            }
        }
    }

    extension ServerState {
        /// The transactions with open refund requests, the oldest request first.
        var openRefunds: [String] { [false, true].flatMap { refunds[$0]?.open ?? [] }.map(\.transactionID) }

        /// Adds a refund request that the app's server can answer.
        mutating func askRefund(_ id: String, isSandbox: Bool, at now: Timestamp) {
            refunds[isSandbox]?.ask(id, isSandbox: isSandbox, at: now)
        }

        /// Records an answer of the app's server.
        mutating func answerRefund(
            _ id: String, _ members: ConsumptionMembers, isSandbox: Bool
        ) -> RefundRequests.Decided? {
            refunds[isSandbox]?.answer(id, members.preference, consumed: members.consumed)
        }

        /// Takes the refund requests whose time is over.
        mutating func takeDueRefunds(
            at now: Timestamp, silence: RefundDecision
        ) -> [(isSandbox: Bool, decided: RefundRequests.Decided)] {
            [false, true].flatMap { isSandbox in
                (refunds[isSandbox]?.takeDue(at: now, silence: silence) ?? []).map { (isSandbox, $0) }
            }
        }

        /// Records the notifications of customers' accounts.
        ///
        /// - Parameters:
        ///   - reported: the notifications, each with the number of its customer.
        ///   - sign: signs a notification; `nil` omits it.
        mutating func note(
            _ reported: [(customer: Int, notification: ServerNotification)], _ sign: (ServerNotification) -> String?
        ) {
            for (customer, notification) in reported.sorted(by: { $0.notification.date < $1.notification.date }) {
                // The result of an extension for all subscribers is one notification for all customers together.
                if let summary = notification.summary, extensions.hasRun(summary.requestIdentifier) { continue }
                guard let payload = sign(notification) else { continue }
                book.add(notification, signed: payload, customer: customer)
                guard notification.type == "CONSUMPTION_REQUEST", faults.asksTwice() else { continue }
                let again = notification.numbered(nextID())
                if let payload = sign(again) { book.add(again, signed: payload, customer: customer) }
            }
        }

        /// The identifier of a notification that belongs to no customer.
        mutating func nextID() -> UUID {
            testCount += 1
            return UUID(customer: 0, notification: testCount)
        }
    }
#endif
