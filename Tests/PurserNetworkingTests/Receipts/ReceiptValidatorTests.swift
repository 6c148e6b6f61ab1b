import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserNetworking

@Suite("Receipts are validated by servers that misbehave", .timeLimit(.minutes(30)))
struct ReceiptValidatorTests {
    private let receipt = StoreReceipt(data: Data([1, 2, 3]))

    /// A server that gives these answers, one after the other: a status, or a body.
    private static func server(_ answers: [String], code: Int = 200) throws -> LoopbackServer {
        try LoopbackServer { exchange, number in
            let body = number <= answers.count ? answers[number - 1] : "{}"
            if let status = Int(body), (500...599).contains(status) { return exchange.begin(status) }
            let text = Int(body).map { #"{"status":\#($0),"receipt":{"bundle_id":"b","in_app":[]}}"# } ?? body
            exchange.begin(code, ["Content-Length: \(text.utf8.count)"])
            exchange.send(Array(text.utf8))
        }
    }

    private func validator(
        _ production: LoopbackServer, _ sandbox: LoopbackServer? = nil, policy: RetryPolicy = .immediate
    ) -> AppStoreReceiptValidator {
        var validator = AppStoreReceiptValidator(sharedSecret: "secret", policy: policy)
        validator.limit = .seconds(1_200)
        validator.production = production.url("/verifyReceipt")
        validator.sandbox = (sandbox ?? production).url("/verifyReceipt")
        return validator
    }

    /// An app's own servers.
    private func own(_ hosts: URL..., policy: RetryPolicy = .once) -> ServerReceiptValidator {
        var validator = ServerReceiptValidator(hosts, policy: policy)
        validator.limit = .seconds(1_200)
        return validator
    }

    @Test("What is sent is what Apple's service takes")
    func request() async throws {
        let bodies = Lock<[[UInt8]]>([])
        let server = try LoopbackServer { exchange, _ in
            bodies.withLock { $0.append(exchange.body) }
            let text = #"{"status":0,"receipt":{}}"#
            exchange.begin(200, ["Content-Length: \(text.utf8.count)"])
            exchange.send(Array(text.utf8))
        }
        var validator = validator(server)
        validator.excludesOldTransactions = true
        _ = try await validator.validate(receipt)
        let sent = try JSONDecoder().decode([String: Loose].self, from: Data(bodies.withLock { $0[0] }))
        let wanted: [String: Loose] = [
            "receipt-data": .text("AQID"), "password": .text("secret"), "exclude-old-transactions": .flag(true),
        ]
        #expect(sent == wanted)
        #expect(server.requests.first?.hasPrefix("POST /verifyReceipt ") == true)
        let failure = await #expect(throws: ReceiptFailure.self) {
            try await self.validator(server).validate(StoreReceipt(data: Data()))
        }
        #expect(failure?.code == .noReceipt && server.requests.count == 1)
    }

    private enum Loose: Decodable, Equatable {
        case text(String)
        case flag(Bool)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }

    @Test("Production first; 21007 leads to the sandbox for this receipt alone")
    func sandbox() async throws {
        let production = try Self.server(["21007", "0"])
        let sandbox = try Self.server([#"{"status":0,"environment":"Sandbox","receipt":{}}"#])
        let validator = validator(production, sandbox)
        #expect(try await validator.validate(receipt).environment == .sandbox)
        #expect(try await validator.validate(receipt).bundleID == "b")
        #expect(production.requests.count == 2 && sandbox.requests.count == 1)
    }

    @Test("What passes by itself is asked again, what does not is told at once")
    func retries() async throws {
        let passing = try Self.server(["21005", "503", "<html>", #"{"status":21104,"is-retryable":1}"#, "0"])
        #expect(try await validator(passing).validate(receipt).status == .valid)
        #expect(passing.requests.count == 5)
        for (answers, code, count) in [
            (["21003"], ReceiptFailure.Code.notAuthentic, 1), (["21002", "21002"], .malformedReceipt, 2),
            ([#"{"status":21104,"is_retryable":false}"#], .unavailable, 1), (["21007", "21008"], .contradiction, 2),
            (["21005", "21005"], .unavailable, 2), (["500", "500"], .unreachable, 2),
        ] {
            let server = try Self.server(answers)
            let policy = RetryPolicy(
                initialDelay: .zero, maximumDelay: .zero, maximumAttempts: 2, maximumElapsed: nil)
            let failure = await #expect(throws: ReceiptFailure.self) {
                try await validator(server, policy: policy).validate(receipt)
            }
            #expect(failure?.code == code && server.requests.count == count, "\(answers)")
        }
    }

    @Test("A server that never answers is given up after the limit")
    func silence() async throws {
        let release = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { _, _ in release.wait() }
        defer { release.signal() }
        let clock = VirtualClock()
        var validator = AppStoreReceiptValidator(policy: .once, clock: clock)
        validator.production = server.url("/")
        let silent = validator
        let asking = Task { try await silent.validate(receipt) }
        while server.requests.isEmpty { await Task.yield() }
        let failure = await ticking(clock) { await #expect(throws: ReceiptFailure.self) { try await asking.value } }
        #expect(failure?.code == .unreachable)
    }

    @Test("An app's own servers stand for each other, and the one that has answered is asked first")
    func hosts() async throws {
        let (away, well) = (try Self.server(["503", "503"]), try Self.server(["0", "0", "0"]))
        let validator = own(.web("http://127.0.0.1:1/"), away.url("/receipts"), well.url("/receipts"))
        for _ in 0..<3 { #expect(try await validator.validate(receipt).status == .valid) }
        #expect(away.requests.count == 1 && well.requests.count == 3)
        let rejecting = try Self.server(["0"], code: 403)
        let strict = own(rejecting.url("/"), well.url("/"), policy: .immediate)
        let failure = await #expect(throws: ReceiptFailure.self) { try await strict.validate(receipt) }
        #expect(failure?.code == .unreachable && failure?.retryClass == .permanent)
        #expect(rejecting.requests.count == 1 && well.requests.count == 3)
        await #expect(throws: ReceiptFailure.self) { try await ServerReceiptValidator([]).validate(receipt) }
    }

    private struct OddAnswer: Error {}

    @Test("What an app's own reader throws is thrown as it is, when no host has another answer")
    func reading() async throws {
        let (odd, well) = (try Self.server(["0", "0", "0"]), try Self.server(["0"]))
        var validator = own(odd.url("/"), well.url("/"))
        let count = Lock(0)
        validator.reading = { body in
            guard count.next() > 1 else { throw OddAnswer() }
            return try ReceiptAnswer(body)
        }
        #expect(try await validator.validate(receipt).status == .valid)
        validator.reading = { _ in throw OddAnswer() }
        let strict = validator
        await #expect(throws: OddAnswer.self) { try await strict.validate(receipt) }
    }

    @Test("C2: callers at the same time share one request, and its answer counts for its lifetime")
    func caching() async throws {
        let server = try Self.server(["21003", "0", "0"])
        let clock = VirtualClock()
        let validator = CachingReceiptValidator(validator(server), lifetime: .seconds(60), clock: clock)
        await #expect(throws: ReceiptFailure.self) { try await validator.validate(receipt) }
        let statuses = try await withThrowingTaskGroup(of: ReceiptStatus.self) { group in
            for _ in 0..<20 { group.addTask { try await validator.validate(receipt).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: .valid, count: 20))
        #expect(server.requests.count == 2, "the failure was not kept, the answer was")
        clock.advance(by: .seconds(61))
        _ = try await validator.validate(receipt)
        validator.forgetAnswers()
        await #expect(throws: ReceiptFailure.self) { try await validator.validate(receipt) }
        #expect(server.requests.count > 3)
    }
}
