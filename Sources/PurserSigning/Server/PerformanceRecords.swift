#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Purser
    import PurserServerAPI

    /// The performance tests of the address for messages: one at a time, and each passes at the end of its time.
    ///
    /// Nothing is posted to the address: these are records.
    struct PerformanceRecords: Sendable {
        private struct Test: Sendable {
            let id: String
            let start: Timestamp
            let target: String
        }

        private var tests: [Test] = []

        /// The settings of a test: 100 requests in 30 seconds, 99 of 100 of them answered within 700 milliseconds.
        private static let (requests, duration, threshold, rate) = (100, Duration.seconds(30), 700, 99)

        /// Whether a test of this address has passed.
        func hasPassed(at now: Timestamp) -> Bool { tests.contains { Self.isOver($0, at: now) } }

        private static func isOver(_ test: Test, at now: Timestamp) -> Bool {
            test.start.advanced(by: duration) <= now
        }

        /// Begins a test.
        mutating func begin(_ target: String?, at now: Timestamp) throws(ServerRejection) -> SignedMembers {
            guard let target else { throw ServerRejection(.realtimeUrlNotFound) }
            guard tests.allSatisfy({ Self.isOver($0, at: now) }) else {
                throw ServerRejection(.existingPerformanceTestRun)
            }
            let id = UUID(customer: 0xFFFF, notification: tests.count + 1).uuidString.lowercased()
            tests.append(Test(id: id, start: now, target: target))
            var members = SignedMembers()
            members.object("config", Self.configuration)
            members.text("requestId", id)
            return members
        }

        /// The result of a test.
        func result(_ id: String, at now: Timestamp) throws(ServerRejection) -> SignedMembers {
            guard UUID(uuidString: id) != nil else { throw ServerRejection(.invalidRequestId) }
            guard let test = tests.first(where: { $0.id == id }) else {
                throw ServerRejection(.performanceTestRunNotFound)
            }
            let isOver = Self.isOver(test, at: now)
            var times = SignedMembers()
            for key in ["average", "p50", "p90", "p95", "p99"] { times.number(key, isOver ? Self.threshold / 2 : 0) }
            var members = SignedMembers()
            members.object("config", Self.configuration)
            members.text("target", test.target)
            members.text("result", isOver ? "PASS" : "PENDING")
            members.number("successRate", isOver ? 100 : 0)
            members.number("numPending", isOver ? 0 : Self.requests)
            members.object("responseTimes", times)
            return members
        }

        private static var configuration: SignedMembers {
            var members = SignedMembers()
            members.number("maxConcurrentRequests", 10)
            members.number("totalRequests", requests)
            members.number("totalDuration", duration.components.seconds * 1_000)
            members.number("responseTimeThreshold", threshold)
            members.number("successRateThreshold", rate)
            return members
        }
    }
#endif
