import Dispatch
import Foundation
import Purser
import Testing

@testable import PurserNetworking

@Suite("Answers held in memory", .timeLimit(.minutes(30)))
struct WholeAnswerTests {
    private func answer(_ request: HTTPRequest) async throws -> HTTPAnswer {
        try await URLSessionTransport.shared.anyAnswer(
            to: request, maximumBytes: 1_000, within: .seconds(1_200), by: SystemClock())
    }

    @Test("A redirection that is not to be followed is handed on, and nothing is sent elsewhere")
    func redirection() async throws {
        let elsewhere = try LoopbackServer { exchange, _ in exchange.begin(200, ["Content-Length: 0"]) }
        let address = elsewhere.url("/frogs")
        let server = try LoopbackServer { exchange, _ in
            exchange.begin(302, ["Location: \(address)", "Content-Length: 0"])
        }
        var request = HTTPRequest(server.url("/pond"), headers: ["Authorization": "Bearer secret"])
        #expect(try await answer(request).response.status == 200)
        #expect(elsewhere.requests.count == 1, "By default it is followed.")
        request.followsRedirections = false
        let answer = try await answer(request)
        #expect(answer.response.status == 302 && answer.response.url == request.url)
        #expect(elsewhere.requests.count == 1 && server.requests.count == 2)
    }

    @Test("What a server sends with a refusal is held, too", arguments: [400, 401, 404, 429, 500])
    func rejection(status: Int) async throws {
        let server = try LoopbackServer { exchange, _ in
            exchange.begin(status, ["Content-Length: 4"])
            exchange.send(Array("frog".utf8))
        }
        let answer = try await answer(HTTPRequest(server.url("/pond")))
        #expect(answer.response.status == status && answer.body == Data("frog".utf8))
    }

    @Test("Where there is no connection nothing was sent; where it breaks later, that is not known")
    func unsent() async throws {
        // Nobody listens at the first port.
        let gone = URL.web("http://127.0.0.1:1/pond")
        let rejected = await #expect(throws: HTTPFailure.self) { try await self.answer(HTTPRequest(gone)) }
        #expect(rejected?.code == .connection && rejected?.isUnsent == true)
        let silent = try LoopbackServer { _, _ in }
        let broken = await #expect(throws: HTTPFailure.self) { try await self.answer(HTTPRequest(silent.url("/pond"))) }
        #expect(broken?.code == .connection && broken?.isUnsent == false)
    }

    @Test("A request ends when its task is cancelled")
    func ended() async throws {
        let (arrived, mayAnswer) = (EventCount(), DispatchSemaphore(value: 0))
        let server = try LoopbackServer { exchange, _ in
            arrived.advance()
            mayAnswer.wait()
            exchange.begin(200, ["Content-Length: 0"])
        }
        let task = Task { try await self.answer(HTTPRequest(server.url("/pond"))) }
        try await arrived.wait(after: 0)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        mayAnswer.signal()
    }
}
