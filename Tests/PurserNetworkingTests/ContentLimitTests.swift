import Foundation
import Purser
import Testing

@testable import PurserNetworking

@Suite("Networks that are paid by the byte, and digests", .timeLimit(.minutes(30)))
struct ContentLimitTests {
    /// A server whose file has a thousand bytes, reached over a network that is paid by the byte, and maybe over another one.
    private final class Networks: HTTPTransport {
        private let hasFree: Bool
        private let saysTotal: Bool
        private let sent = Lock<[(bytes: Int, isMetered: Bool)]>([])

        init(hasFree: Bool, saysTotal: Bool = true) {
            self.hasFree = hasFree
            self.saysTotal = saysTotal
        }

        /// How many bytes went over networks that are paid by the byte.
        var metered: Int { sent.withLock { $0.filter(\.isMetered).reduce(0) { $0 + $1.bytes } } }
        /// How many went over others.
        var free: Int { sent.withLock { $0.filter { !$0.isMetered }.reduce(0) { $0 + $1.bytes } } }
        var requests: Int { sent.withLock { $0.count } }

        func send(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws {
            guard hasFree || request.allowsMeteredNetworks else {
                throw HTTPFailure(.connection, request.url, "The connection failed: there is none.")
            }
            // Whoever may use either is given the dear one.
            let isMetered = request.allowsMeteredNetworks
            let number = sent.withLock { sent in
                sent.append((0, isMetered))
                return sent.count - 1
            }
            let start = request.headers["Range"].flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
            var headers = ["ETag": "\"1\""]
            if saysTotal { headers["Content-Length"] = "\(1_000 - start)" }
            if start > 0 { headers["Content-Range"] = "bytes \(start)-999/1000" }
            try receiver.begins(HTTPResponse(status: start > 0 ? 206 : 200, url: request.url, headers: headers))
            for _ in stride(from: start, to: 1_000, by: 100) {
                sent.withLock { $0[number].bytes += 100 }
                try receiver.receive(Data(repeating: 7, count: 100))
            }
        }
    }

    private let attempts = Attempts()

    private func fetched(
        _ networks: Networks, limits: ContentLimits = ContentLimits(), expected: Int64? = nil, sha256: String? = nil,
        keeping: Bool = false
    ) async throws -> Int {
        if !keeping { attempts.remove() }
        let source = RemoteContentSource(
            .web("https://example.com/pond.bin"), expectedBytes: expected, sha256: sha256, transport: networks)
        return try await attempts.next(source, limits: limits).count
    }

    private func failure(
        _ networks: Networks, limits: ContentLimits = ContentLimits(), sha256: String? = nil
    ) async -> HTTPFailure? {
        await #expect(throws: HTTPFailure.self) { try await fetched(networks, limits: limits, sha256: sha256) }
    }

    @Test("What is small enough goes over any network")
    func small() async throws {
        for limit in [nil, 1_000] as [Int64?] {
            let networks = Networks(hasFree: false)
            #expect(try await fetched(networks, limits: ContentLimits(meteredBytes: limit)) == 1_000)
            #expect(networks.metered == 1_000 && networks.requests == 1)
        }
    }

    @Test("What is too large for a network that is paid by the byte costs nothing there, as soon as its size is known")
    func large() async throws {
        let networks = Networks(hasFree: true)
        #expect(try await fetched(networks, limits: ContentLimits(meteredBytes: 999)) == 1_000)
        #expect(networks.metered == 0 && networks.requests == 2)
        let expecting = Networks(hasFree: true)
        #expect(try await fetched(expecting, limits: ContentLimits(meteredBytes: 999), expected: 1_000) == 1_000)
        let never = Networks(hasFree: true)
        #expect(try await fetched(never, limits: ContentLimits(meteredBytes: 0)) == 1_000)
        #expect(expecting.requests == 1 && never.requests == 1 && never.metered == 0)
    }

    @Test("Where the server does not say its size, it goes on over another network from where the limit was")
    func unknownSize() async throws {
        let networks = Networks(hasFree: true, saysTotal: false)
        #expect(try await fetched(networks, limits: ContentLimits(meteredBytes: 500)) == 1_000)
        // The piece that was too much is sent once more, and nothing else.
        #expect(networks.metered == 600 && networks.free == 500 && networks.requests == 2)
    }

    @Test("Where there is no other network, the failure says so, and may pass")
    func none() async throws {
        let failure = await failure(Networks(hasFree: false), limits: ContentLimits(meteredBytes: 10))
        #expect(failure?.code == .connection && failure?.retryClass == .retryable())
        #expect(failure?.message.contains("Wi-Fi") == true)
    }

    @Test("The store's limit of size holds beside the source's own")
    func bytes() async throws {
        let failure = await failure(Networks(hasFree: true), limits: ContentLimits(bytes: 999))
        #expect(failure?.code == .tooLarge && failure?.retryClass == .permanent)
        #expect(try await fetched(Networks(hasFree: true), limits: ContentLimits(bytes: 1_000)) == 1_000)
    }

    @Test("What is no digest is refused before anything is fetched")
    func noDigest() async throws {
        let networks = Networks(hasFree: true)
        for text in ["", "abc", String(repeating: "g", count: 64), String(repeating: "a", count: 66)] {
            #expect(await failure(networks, sha256: text)?.code == .wrongDigest)
        }
        #expect(networks.requests == 0)
    }

    /// Of a thousand sevens.
    private static let digest = "df1329c8b6c7cf3740bbe2f8bab34d253a8d9534a79dceea18177081fdf9f0e9"

    @Test("A digest is checked, or it is said at once that it cannot be")
    func digest() async throws {
        let networks = Networks(hasFree: true)
        guard FileDigest.isAvailable else {
            let failure = await failure(networks, sha256: Self.digest)
            #expect(failure?.code == .digestUnavailable && networks.requests == 0)
            #expect(failure?.message.contains("trait Verification") == true)
            return
        }
        #expect(try await fetched(networks, sha256: Self.digest.uppercased()) == 1_000)
        #expect(await failure(networks, sha256: String(repeating: "0", count: 64))?.code == .wrongDigest)
        // What was wrong is not kept: the next attempt fetches everything anew.
        let again = Networks(hasFree: true)
        #expect(try await fetched(again, sha256: Self.digest, keeping: true) == 1_000)
        #expect(again.metered == 1_000)
    }
}
