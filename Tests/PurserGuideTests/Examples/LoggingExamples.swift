import Purser
import Testing

// The three libraries are not there in a plain build. Stand-ins have the declarations that the examples use.
@Suite("The examples of “Logging and metrics”", .timeLimit(.minutes(30)))
struct LoggingExamples {
    /// A store whose grant handler fails for good, after one purchase.
    private func openStore() async throws -> PurchaseStore {
        var configuration = try Garden().configuration
        configuration.grant = { _ in throw BackendFailure(.invalidRequest, "no", retry: .permanent) }
        let store = try await PurchaseStore.open(configuration)
        await #expect(throws: PurchaseFailure.self) { try await store.purchase("com.example.garden.seeds.10") }
        return store
    }

    @Test("OSLog")
    func osLog() async throws {
        typealias Logger = OSLogStandIn
        let store = try await openStore()
        let logger = Logger(subsystem: "com.example.garden", category: "purchases")
        let logging = Task {
            for await diagnostic in store.diagnostics {
                switch diagnostic.severity {
                case .error: logger.error("\(diagnostic, privacy: .public)")
                case .warning: logger.warning("\(diagnostic, privacy: .public)")
                default: logger.notice("\(diagnostic, privacy: .public)")
                }
            }
        }
        try await store.close()
        await logging.value
        #expect(await logger.lines.all.contains { $0.contains("deadLetter") })
    }

    @Test("swift-log")
    func swiftLog() async throws {
        typealias Logger = LogStandIn
        let store = try await openStore()
        let logger = Logger(label: "com.example.garden.purchases")
        let logging = Task {
            for await diagnostic in store.diagnostics {
                let level: Logger.Level = diagnostic.severity >= .error ? .error : .warning
                var metadata: Logger.Metadata = ["kind": "\(diagnostic.kind)", "count": "\(diagnostic.count)"]
                metadata["transaction"] = diagnostic.subject.transactionID.map { "\($0)" }
                metadata["product"] = diagnostic.subject.productID.map { "\($0)" }
                metadata["stage"] = diagnostic.subject.stage.map { "\($0)" }
                logger.log(level: level, "\(diagnostic.message)", metadata: metadata)
            }
        }
        try await store.close()
        await logging.value
        #expect(await logger.lines.all.contains { $0.contains("com.example.garden.seeds.10") })
    }

    @Test("swift-metrics")
    func swiftMetrics() async throws {
        typealias Counter = CounterStandIn
        let store = try await openStore()
        let counting = Task {
            for await diagnostic in store.diagnostics {
                let dimensions = [
                    ("kind", diagnostic.kind.rawValue), ("stage", diagnostic.subject.stage ?? "none"),
                    ("severity", "\(diagnostic.severity)"),
                ]
                let times = diagnostic.kind == .dropped ? diagnostic.count : 1
                Counter(label: "purser_diagnostics", dimensions: dimensions).increment(by: times)
            }
        }
        try await store.close()
        await counting.value
        #expect(await CounterStandIn.lines.all.contains { $0.contains("deadLetter") })
    }
}

/// What was logged or counted.
private actor Lines {
    private var kept: [String] = []
    private let arrivals: AsyncStream<String>
    private nonisolated let arrived: AsyncStream<String>.Continuation

    init() { (arrivals, arrived) = AsyncStream.makeStream() }

    nonisolated func write(_ line: String) { arrived.yield(line) }

    /// All lines; nothing may be written afterwards.
    var all: [String] {
        get async {
            arrived.finish()
            for await line in arrivals { kept.append(line) }
            return kept
        }
    }
}

/// `os.Logger`.
private struct OSLogStandIn {
    enum Privacy { case `public` }
    struct Message: ExpressibleByStringInterpolation {
        struct StringInterpolation: StringInterpolationProtocol {
            var text = ""
            init(literalCapacity: Int, interpolationCount: Int) {}
            mutating func appendLiteral(_ literal: String) { text += literal }
            mutating func appendInterpolation(_ value: some CustomStringConvertible, privacy: Privacy) {
                text += value.description
            }
        }

        let text: String
        init(stringLiteral value: String) { text = value }
        init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
    }

    let lines = Lines()
    init(subsystem: String, category: String) {}
    func error(_ message: Message) { lines.write(message.text) }
    func warning(_ message: Message) { lines.write(message.text) }
    func notice(_ message: Message) { lines.write(message.text) }
}

/// `Logging.Logger`.
private struct LogStandIn {
    enum Level { case error, warning }
    typealias Metadata = [String: MetadataValue]
    struct MetadataValue: ExpressibleByStringInterpolation {
        let text: String
        init(stringLiteral value: String) { text = value }
    }

    let lines = Lines()
    init(label: String) {}
    func log(level: Level, _ message: String, metadata: Metadata) {
        lines.write("\(level): \(message) \(metadata.values.map(\.text))")
    }
}

/// `Metrics.Counter`.
private struct CounterStandIn {
    static let lines = Lines()
    private let text: String
    init(label: String, dimensions: [(String, String)]) { text = "\(label) \(dimensions)" }
    func increment(by count: Int) { Self.lines.write("\(text) \(count)") }
}
