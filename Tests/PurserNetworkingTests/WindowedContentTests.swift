import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserNetworking

@Suite("Content in windows, from a server that misbehaves", .timeLimit(.minutes(30)))
struct WindowedContentTests {
    private static let (length, window) = (10_000, 1_000)
    private let attempts = Attempts()

    private func source(_ server: PartServer, window: Int = window, expected: Int64? = nil) -> RemoteContentSource {
        // Other tests may take all threads for longer than a stall.
        RemoteContentSource(
            server.url, expectedBytes: expected, stallLimit: .seconds(1_200),
            transport: WindowedTransport(windowBytes: Int64(window)))
    }

    private static func file(version: Int = 0) -> [UInt8] { PartServer.file(length, version: version) }

    @Test("No window is asked for before everything of the one before it is written, and nothing is sent twice")
    func oneAtATime() async throws {
        let body = attempts.body
        let server = try PartServer(length: Self.length) { exchange in
            let written = (try? Data(contentsOf: body).count) ?? 0
            #expect(written == exchange.rangeStart ?? 0)
        } _: { _ in
            .well
        }
        #expect(try await attempts.next(source(server)) == Self.file())
        #expect(server.requests.count == 10 && server.sent == Self.length && server.mostUnderWay == 1)
    }

    @Test("What goes wrong with one window is put right, and the file is whole", arguments: PartServer.Manner.allCases)
    func oneOddAnswer(_ manner: PartServer.Manner) async throws {
        for number in [1, 4, 10] {
            defer { attempts.remove() }
            let server = try PartServer(length: Self.length) { $0 == number ? manner : .well }
            var file: [UInt8]?
            for _ in 0..<2 where file == nil {
                do { file = try await attempts.next(source(server)) } catch let failure as HTTPFailure {
                    #expect([.cut, .busy].contains(manner), "\(failure)")
                    if manner == .busy { #expect(failure.retryClass == .retryable(after: .seconds(7))) }
                }
            }
            let isChanged = [.changed, .changedUnseen].contains(manner)
            #expect(file == Self.file(version: isChanged ? 1 : 0), "\(manner), \(number)")
            if PartServer.Manner.harmless.contains(manner) { #expect(server.sent == Self.length, "\(manner)") }
        }
    }

    @Test("A server that does the same with every window gives the file all the same, as it did to plain requests")
    func alwaysOdd() async throws {
        let always: [PartServer.Manner] = [
            .redirected, .whole, .unknownLength, .otherLength, .otherPart, .tooMuch, .stateless, .rejected,
        ]
        for manner in always {
            defer { attempts.remove() }
            let server = try PartServer(length: Self.length) { _ in manner }
            #expect(try await attempts.next(source(server)) == Self.file(), "\(manner)")
        }
    }

    @Test("Files about as long as a window arrive whole, empty ones too", arguments: [0, 1, 999, 1_000, 1_001, 2_000])
    func edges(_ length: Int) async throws {
        let server = try PartServer(length: length) { _ in .well }
        for expected in [nil, Int64(length)] {
            attempts.remove()
            let file = try await attempts.next(source(server, expected: expected))
            #expect(file == PartServer.file(length, version: 0))
        }
    }

    @Test("A random mixture of all that ends in the file as it is at one time, and never in parts of two")
    func schedules() async throws {
        try await Seeds.forEach(count: 60) { seed in
            var generator = SeededGenerator(seed: seed)
            let isHarmless = generator.index(below: 3) == 0
            let manners = isHarmless ? PartServer.Manner.harmless : PartServer.Manner.allCases
            let schedule = (0..<12).map { _ in manners[generator.index(below: manners.count)] }
            let window = 1 + generator.index(below: Self.length + 2_000)
            let server = try PartServer(length: Self.length) { $0 <= schedule.count ? schedule[$0 - 1] : .well }
            let attempts = Attempts()
            var (file, count) = ([UInt8](), 0)
            while file.isEmpty {
                count += 1
                try #require(count <= schedule.count + 2, "it does not end: \(schedule), window \(window)")
                do { file = try await attempts.next(source(server, window: window)) } catch is HTTPFailure { continue }
            }
            let version = Int(file[0] >> 4)
            try #require(file == PartServer.file(Self.length, version: version), "\(schedule), window \(window)")
            if isHarmless { try #require(server.sent == Self.length, "\(schedule), window \(window)") }
        }
    }

    @Test("Attempts that are cancelled anywhere cost no more than a window each, and the file is whole in the end")
    func cancelled() async throws {
        try await Seeds.forEach(count: 20) { seed in
            var generator = SeededGenerator(seed: seed)
            let server = try PartServer(length: Self.length) { _ in .well }
            let attempts = Attempts()
            let source = source(server)
            var cancellations = 0
            for place in (0..<4).map({ _ in 1 + generator.index(below: Self.length) }).sorted() {
                let attempt = Lock<Task<[UInt8], any Error>?>(nil)
                let started = Task {
                    try await attempts.next(source) { bytes, _ in
                        if bytes >= place { attempt.withLock { $0 }?.cancel() }
                    }
                }
                attempt.withLock { $0 = started }
                do { _ = try await started.value } catch is CancellationError { cancellations += 1 }
            }
            try #require(try await attempts.next(source) == Self.file())
            let allowed = Self.length * (5 - cancellations) + cancellations * Self.window
            try #require(server.sent <= allowed, "\(server.sent) bytes, \(cancellations) times cancelled")
        }
    }
}
