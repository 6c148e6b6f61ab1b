#if Server
    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// Wakes a thread that waits for a socket.
    final class WakePipe: Sendable {
        /// What the thread waits for besides its socket.
        let readEnd: Int32
        private let writeEnd: Int32

        /// A pipe.
        ///
        /// - Throws: ``BookFailure`` when the process may not have more files.
        init() throws(BookFailure) {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else {
                throw BookFailure(.unreachable, "The process has too many open files. Raise its limit (ulimit -n).")
            }
            (readEnd, writeEnd) = (ends[0], ends[1])
            for end in ends {
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
        }

        deinit {
            close(readEnd)
            close(writeEnd)
        }

        /// Wakes the thread, now or at its next wait.
        func wake() {
            var byte: UInt8 = 1
            // A full pipe wakes it as well.
            _ = write(writeEnd, &byte, 1)
        }

        /// Forgets all calls of ``wake()`` so far.
        func drain() {
            var bytes = [UInt8](repeating: 0, count: 64)
            while read(readEnd, &bytes, bytes.count) > 0 {}
        }

        /// Waits until the socket is ready, the pipe was written to, or the time is over; without a socket, for the pipe.
        func wait(for socket: Int32?, _ events: Int16, until deadline: ContinuousClock.Instant?) -> Waited {
            var places = [pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)]
            if let socket { places.append(pollfd(fd: socket, events: events, revents: 0)) }
            while true {
                let count = poll(&places, nfds_t(places.count), Self.milliseconds(until: deadline))
                if count < 0, errno == EINTR { continue }
                return Waited(
                    isReady: places.count > 1 && places[1].revents != 0, isWoken: places[0].revents != 0)
            }
        }

        /// What ended a wait; neither when the time is over.
        struct Waited {
            /// Something is to be read or may be written.
            let isReady: Bool
            /// The pipe was written to.
            let isWoken: Bool
        }

        /// Rounded up, so that no wait ends before its deadline.
        private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
            guard let deadline else { return -1 }
            let (seconds, attoseconds) = (deadline - .now).components
            guard seconds >= 0, attoseconds >= 0 else { return 0 }
            return Int32(
                clamping: seconds.multipliedReportingOverflow(by: 1_000).partialValue
                    + attoseconds / 1_000_000_000_000_000 + 1)
        }
    }
#endif
