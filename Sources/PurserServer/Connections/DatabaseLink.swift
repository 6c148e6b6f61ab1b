#if Server
    import CPostgres

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// The connection itself, used by one thread.
    ///
    /// After a deadline, a lost connection, or an answer by which another server has to be found, it is ended and made anew.
    final class DatabaseLink {
        private let address: DatabaseAddress
        private let calls: ConnectionCalls
        private let onEvent: @Sendable (ConnectionEvent) -> Void
        private let onNotification: (@Sendable () -> Void)?
        private var connection: OpaquePointer?
        /// The server of the address with which it begins.
        private var server = 0

        init(
            _ address: DatabaseAddress, _ calls: ConnectionCalls,
            onEvent: @escaping @Sendable (ConnectionEvent) -> Void, onNotification: (@Sendable () -> Void)?
        ) {
            (self.address, self.calls, self.onEvent, self.onNotification) = (address, calls, onEvent, onNotification)
        }

        deinit { close() }

        /// Ends it.
        func close() {
            if let connection { PQfinish(connection) }
            connection = nil
        }

        /// What the database answers to a statement.
        func answer(_ statement: SQLStatement, until deadline: ContinuousClock.Instant) -> Result<
            SQLResult, BookFailure
        > {
            let begun = ContinuousClock.now
            let result = Result { () throws(BookFailure) in
                let values = try EncodedValues(statement.values)
                let connection = try connect(until: deadline)
                try send(statement.text, values, on: connection, until: deadline)
                return try receive(on: connection, until: deadline)
            }
            var failure: BookFailure?
            if case .failure(let found) = result { failure = found }
            onEvent(.ended(statement, ContinuousClock.now - begun, failure))
            if let failure, failure.code != .unstorable, mustEnd(after: failure) { close() }
            return result
        }

        private func mustEnd(after failure: BookFailure) -> Bool {
            guard let connection else { return false }
            return !failure.isOutcomeKnown || failure.code == .readOnly || failure.code == .unreachable
                || PQstatus(connection) != CONNECTION_OK
        }

        /// Waits for a call; meanwhile it takes notifications.
        func waitForWork() {
            let waited = calls.pipe.wait(for: connection.map { PQsocket($0) }, Int16(POLLIN), until: nil)
            if waited.isWoken { calls.pipe.drain() }
            guard waited.isReady, let connection else { return }
            if PQconsumeInput(connection) == 0 || PQstatus(connection) != CONNECTION_OK { return close() }
            takeNotifications(of: connection)
        }

        private func takeNotifications(of connection: OpaquePointer) {
            var hasAny = false
            while let notification = PQnotifies(connection) {
                PQfreemem(notification)
                hasAny = true
            }
            if hasAny { onNotification?() }
        }

        // MARK: Connecting

        /// Each server of the address has its part of the time.
        private func connect(until deadline: ContinuousClock.Instant) throws(BookFailure) -> OpaquePointer {
            if let connection { return connection }
            for left in stride(from: address.serverCount, to: 1, by: -1) {
                let now = ContinuousClock.now
                do throws(BookFailure) { return try connect(once: now + max(.zero, deadline - now) / left) } catch {
                    guard error.code == .timedOut else { throw error }
                    server += 1
                }
            }
            return try connect(once: deadline)
        }

        private func connect(once deadline: ContinuousClock.Instant) throws(BookFailure) -> OpaquePointer {
            let parameters = address.parameters(beginningWith: server)
            let names = parameters.keys.sorted()
            let texts = EncodedValues(texts: names + names.map { parameters[$0] ?? "" })
            let made = texts.withPointers { pointers in
                let (keywords, values) = (Array(pointers.prefix(names.count)), Array(pointers.suffix(names.count)))
                return PQconnectStartParams(keywords + [nil], values + [nil], 0)
            }
            guard let made else { throw BookFailure(.unreachable, "There is no memory for a connection.") }
            connection = made
            do throws(BookFailure) { try finishConnecting(made, until: deadline) } catch {
                close()
                onEvent(.connected(error))
                throw error
            }
            onEvent(.connected(nil))
            calls.server = PQbackendPID(made)
            PQsetnonblocking(made, 1)
            // What the server remarks goes to its own log, not to this process's standard error.
            PQsetNoticeReceiver(made, { _, _ in }, nil)
            return made
        }

        private func finishConnecting(_ connection: OpaquePointer, until deadline: ContinuousClock.Instant)
            throws(BookFailure)
        {
            var events = Int16(POLLOUT)
            while PQstatus(connection) != CONNECTION_BAD {
                try wait(for: connection, events, until: deadline, hasSent: false)
                switch PQconnectPoll(connection) {
                case PGRES_POLLING_OK: return
                case PGRES_POLLING_READING: events = Int16(POLLIN)
                case PGRES_POLLING_WRITING: events = Int16(POLLOUT)
                default: break
                }
            }
            throw BookFailure(connecting: String(cString: PQerrorMessage(connection)), to: "\(address)")
        }

        // MARK: Asking

        private func send(
            _ text: String, _ values: EncodedValues, on connection: OpaquePointer,
            until deadline: ContinuousClock.Instant
        ) throws(BookFailure) {
            let isSent = values.withPointers { pointers in
                // Only without parameters may a text be several statements, as a step of the schema is.
                pointers.isEmpty
                    ? PQsendQuery(connection, text)
                    : PQsendQueryParams(connection, text, Int32(pointers.count), nil, pointers, nil, nil, 0)
            }
            guard isSent == 1 else { throw BookFailure.cutOff(String(cString: PQerrorMessage(connection))) }
            while true {
                switch PQflush(connection) {
                case 0: return
                case 1:
                    // The server may have to be read before it reads on.
                    try wait(for: connection, Int16(POLLIN | POLLOUT), until: deadline, hasSent: true)
                    guard PQconsumeInput(connection) == 1 else { fallthrough }
                default: throw BookFailure.cutOff(String(cString: PQerrorMessage(connection)))
                }
            }
        }

        private func receive(on connection: OpaquePointer, until deadline: ContinuousClock.Instant)
            throws(BookFailure) -> SQLResult
        {
            var answer = SQLResult()
            var failure: BookFailure?
            while true {
                while PQisBusy(connection) == 1 {
                    try wait(for: connection, Int16(POLLIN), until: deadline, hasSent: true)
                    guard PQconsumeInput(connection) == 1 else {
                        throw BookFailure.cutOff(String(cString: PQerrorMessage(connection)))
                    }
                }
                guard let result = PQgetResult(connection) else { break }
                defer { PQclear(result) }
                switch PQresultStatus(result) {
                case PGRES_COMMAND_OK: break
                case PGRES_TUPLES_OK: answer = SQLResult(result)
                default: failure = failure ?? BookFailure(result, connection)
                }
            }
            takeNotifications(of: connection)
            if let failure { throw failure }
            return answer
        }

        private func wait(
            for connection: OpaquePointer, _ events: Int16, until deadline: ContinuousClock.Instant, hasSent: Bool
        ) throws(BookFailure) {
            while true {
                let waited = calls.pipe.wait(for: PQsocket(connection), events, until: deadline)
                // A server that goes on and on is not waited for either.
                if waited.isReady, ContinuousClock.now < deadline { return }
                guard waited.isWoken, !waited.isReady else { throw BookFailure.timedOut(afterSending: hasSent) }
                calls.pipe.drain()
                if calls.isClosed {
                    throw BookFailure(.closed, "The book was closed during the call.", isOutcomeKnown: !hasSent)
                }
            }
        }
    }
#endif
