#if Verification

    /// A test of the speed of the address for messages that has begun.
    public struct PerformanceTest: AnswerObject {
        let fields: AnswerFields

        /// Its identifier, by which its result is asked for.
        public var id: String? { fields.text("requestId") }
        /// How it is made.
        public var configuration: PerformanceTestConfiguration? { fields.object("config").map { .init(fields: $0) } }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["requestId": .text, "config": .object(PerformanceTestConfiguration.known)]
    }

    /// How a test of the speed is made.
    public struct PerformanceTestConfiguration: AnswerObject {
        let fields: AnswerFields

        /// How many requests are under way at once at most.
        public var maximumConcurrentRequests: Int? { fields.int("maxConcurrentRequests") }
        /// How many requests there are.
        public var totalRequests: Int? { fields.int("totalRequests") }
        /// How long it takes, in milliseconds.
        public var milliseconds: Int? { fields.int("totalDuration") }
        /// How long an answer may take, in milliseconds.
        public var thresholdMilliseconds: Int? { fields.int("responseTimeThreshold") }
        /// How many answers in a hundred must succeed.
        public var thresholdPercentage: Int? { fields.int("successRateThreshold") }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "maxConcurrentRequests": .integer, "totalRequests": .integer, "totalDuration": .integer,
            "responseTimeThreshold": .integer, "successRateThreshold": .integer,
        ]
    }

    /// How a test of the speed went.
    public struct PerformanceTestResult: AnswerObject {
        let fields: AnswerFields

        /// How it was made.
        public var configuration: PerformanceTestConfiguration? { fields.object("config").map { .init(fields: $0) } }
        /// The address.
        public var target: String? { fields.text("target") }
        /// `PENDING`, `PASS` or `FAIL`.
        public var result: String? { fields.text("result") }
        /// How many answers in a hundred succeeded.
        public var successPercentage: Int? { fields.int("successRate") }
        /// How many answers are still awaited.
        public var pendingCount: Int? { fields.int("numPending") }
        /// How long answers took.
        public var responseTimes: PerformanceTestTimes? { fields.object("responseTimes").map { .init(fields: $0) } }
        /// How many failed for each reason, by the spelling of ``SendAttempt/result``.
        public var failures: [String: Int] { fields.counts("failures") }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "config": .object(PerformanceTestConfiguration.known), "target": .text, "result": .text,
            "successRate": .integer, "numPending": .integer, "responseTimes": .object(PerformanceTestTimes.known),
            "failures": .counts,
        ]
    }

    /// How long answers took, in milliseconds.
    public struct PerformanceTestTimes: AnswerObject {
        let fields: AnswerFields

        /// The average.
        public var average: Int? { fields.int("average") }
        /// Half took no longer.
        public var median: Int? { fields.int("p50") }
        /// Nine of ten took no longer.
        public var p90: Int? { fields.int("p90") }
        /// Nineteen of twenty took no longer.
        public var p95: Int? { fields.int("p95") }
        /// 99 of 100 took no longer.
        public var p99: Int? { fields.int("p99") }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "average": .integer, "p50": .integer, "p90": .integer, "p95": .integer, "p99": .integer,
        ]
    }
#endif
