#if Verification

    /// A performance test of the address for messages that has begun.
    public struct PerformanceTest: AnswerObject {
        let fields: AnswerFields

        /// Its identifier, with which its result is read.
        public var id: String? { fields.text("requestId") }
        /// Its settings.
        public var configuration: PerformanceTestConfiguration? { fields.object("config").map { .init(fields: $0) } }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["requestId": .text, "config": .object(PerformanceTestConfiguration.known)]
    }

    /// The settings of a performance test.
    public struct PerformanceTestConfiguration: AnswerObject {
        let fields: AnswerFields

        /// The maximum number of requests at the same time.
        public var maximumConcurrentRequests: Int? { fields.int("maxConcurrentRequests") }
        /// The number of requests.
        public var totalRequests: Int? { fields.int("totalRequests") }
        /// The duration of the test, in milliseconds.
        public var milliseconds: Int? { fields.int("totalDuration") }
        /// The longest time of an answer, in milliseconds.
        public var thresholdMilliseconds: Int? { fields.int("responseTimeThreshold") }
        /// The percentage of answers that must succeed.
        public var thresholdPercentage: Int? { fields.int("successRateThreshold") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "maxConcurrentRequests": .integer, "totalRequests": .integer, "totalDuration": .integer,
            "responseTimeThreshold": .integer, "successRateThreshold": .integer,
        ]
    }

    /// The result of a performance test.
    public struct PerformanceTestResult: AnswerObject {
        let fields: AnswerFields

        /// Its settings.
        public var configuration: PerformanceTestConfiguration? { fields.object("config").map { .init(fields: $0) } }
        /// The address that was tested.
        public var target: String? { fields.text("target") }
        /// `PENDING`, `PASS` or `FAIL`.
        public var result: String? { fields.text("result") }
        /// The percentage of answers that succeeded.
        public var successPercentage: Int? { fields.int("successRate") }
        /// The number of answers that have not arrived yet.
        public var pendingCount: Int? { fields.int("numPending") }
        /// The times of the answers.
        public var responseTimes: PerformanceTestTimes? { fields.object("responseTimes").map { .init(fields: $0) } }
        /// The number of failures for each reason, spelled as in ``SendAttempt/result``.
        public var failures: [String: Int] { fields.counts("failures") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "config": .object(PerformanceTestConfiguration.known), "target": .text, "result": .text,
            "successRate": .integer, "numPending": .integer, "responseTimes": .object(PerformanceTestTimes.known),
            "failures": .counts,
        ]
    }

    /// The times of answers, in milliseconds.
    public struct PerformanceTestTimes: AnswerObject {
        let fields: AnswerFields

        /// The average time.
        public var average: Int? { fields.int("average") }
        /// The median: half of the answers took at most this time.
        public var median: Int? { fields.int("p50") }
        /// 90 of 100 answers took at most this time.
        public var p90: Int? { fields.int("p90") }
        /// 95 of 100 answers took at most this time.
        public var p95: Int? { fields.int("p95") }
        /// 99 of 100 answers took at most this time.
        public var p99: Int? { fields.int("p99") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "average": .integer, "p50": .integer, "p90": .integer, "p95": .integer, "p99": .integer,
        ]
    }
#endif
