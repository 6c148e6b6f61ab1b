#if Verification
    import Foundation
    import Purser
    import PurserServerAPI
    import PurserSigning
    import PurserSimulator
    import PurserTesting
    import Testing

    @Suite("Apple's server, simulated: retention messages", .timeLimit(.minutes(30)))
    struct DoubleMessageTests {
        /// The first bytes of a PNG of a size.
        private func png(_ width: UInt32, _ height: UInt32) -> Data {
            var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
            for number in [width, height] {
                withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
            }
            return Data(bytes)
        }

        private func rejected(_ call: () async throws -> some Any) async -> String? {
            await failure(call)?.serverCode?.name
        }

        @Test("Images, messages and defaults are kept, listed and deleted, in the sandbox without a review")
        func records() async throws {
            let bench = try await ServerBench(asked: .sandbox)
            let client = bench.client
            let (image, message) = (UUID(), UUID())
            try await client.uploadImage(png(3_840, 400), as: image)
            let shown = RetentionMessage(
                header: "Stay", body: "a while", image: .init(image, alternativeText: "A tree"))
            try await client.uploadMessage(shown, as: message)
            #expect(try await client.getImageList().images.map(\.state) == ["APPROVED"])
            #expect(try await client.getMessageList().messages.map(\.id) == [message])
            try await client.configureDefaultMessage(message, for: "gold", locale: "en-US")
            #expect(try await client.getDefaultMessage(for: "gold", locale: "en-US").messageID == message)
            #expect(await rejected { try await client.deleteImage(image) } == "imageInUse")
            try await client.deleteMessage(message)
            #expect(
                await rejected { try await client.getDefaultMessage(for: "gold", locale: "en-US") }
                    == "defaultMessageNotFound")
            try await client.deleteImage(image)
            #expect(try await client.getImageList().images.isEmpty)
            #expect(await rejected { try await client.deleteImage(image) } == "imageNotFound")
            #expect(await rejected { try await client.deleteMessage(message) } == "messageNotFound")
        }

        @Test("What breaks Apple's limits is refused with its codes")
        func limits() async throws {
            let bench = try await ServerBench(asked: .sandbox)
            let client = bench.client
            let image = UUID()
            #expect(await rejected { try await client.uploadImage(Data("GIF89a".utf8), as: image) } == "invalidImage")
            #expect(await rejected { try await client.uploadImage(png(100, 100), as: image) } == "invalidImage")
            #expect(
                await rejected { try await client.uploadImage(png(100, 100), as: image, size: "HUGE") }
                    == "badRequestImageSize")
            try await client.uploadImage(png(100, 100), as: image, size: "BULLET_POINT")
            #expect(
                await rejected { try await client.uploadImage(png(100, 100), as: image, size: "BULLET_POINT") }
                    == "imageAlreadyExists")
            let message = RetentionMessage(header: "a", body: "b", image: .init(image, alternativeText: ""))
            #expect(await rejected { try await client.uploadMessage(message, as: UUID()) } == "badRequestImageSize")
            let unknown = RetentionMessage(header: "a", body: "b", image: .init(UUID(), alternativeText: ""))
            #expect(await rejected { try await client.uploadMessage(unknown, as: UUID()) } == "imageNotFound")
            let id = UUID()
            try await client.uploadMessage(RetentionMessage(header: "a", body: "b"), as: id)
            #expect(
                await rejected { try await client.uploadMessage(RetentionMessage(header: "a", body: "b"), as: id) }
                    == "messageAlreadyExists")
            #expect(
                await rejected { try await client.configureDefaultMessage(id, for: "gold", locale: "ENGLISH") }
                    == "invalidLocale")
            #expect(
                await rejected { try await client.configureDefaultMessage(UUID(), for: "gold", locale: "en") }
                    == "messageNotFound")
        }

        @Test("Production reviews what is uploaded, and takes an address only after a performance test has passed")
        func production() async throws {
            let bench = try await ServerBench(in: .production, asked: .production)
            let sandbox = ServerAPIClient(
                key: bench.server.key, bundleID: ServerBench.bundleID, environment: .sandbox, transport: bench.server,
                clock: bench.clock)
            let client = bench.client
            let id = UUID()
            try await client.uploadMessage(RetentionMessage(header: "a", body: "b"), as: id)
            #expect(
                await rejected { try await client.configureDefaultMessage(id, for: "gold", locale: "en") }
                    == "messageNotApproved")
            await bench.server.reviewRetentionMessages(isApproved: true)
            try await client.configureDefaultMessage(id, for: "gold", locale: "en")
            let address = try #require(URL(string: "https://example.com/messages"))
            #expect(await rejected { try await client.getRealtimeURL() } == "realtimeUrlNotFound")
            #expect(await rejected { try await client.configureRealtimeURL(address) } == "forbiddenNoPassingTest")
            try await sandbox.configureRealtimeURL(address)
            #expect(try await sandbox.getRealtimeURL().text == address.absoluteString)
            #expect(
                await rejected { try await sandbox.initiatePerformanceTest(of: "5") } == "originalTransactionIdNotFound"
            )
        }

        @Test("A performance test runs for its time, one at a time, and passes")
        func performance() async throws {
            let bench = try await ServerBench(asked: .sandbox)
            let client = bench.client
            let gold = try await bench.store.buyElsewhere("gold").id
            #expect(await rejected { try await client.initiatePerformanceTest(of: gold) } == "realtimeUrlNotFound")
            try await client.configureRealtimeURL(try #require(URL(string: "https://example.com/messages")))
            let test = try await client.initiatePerformanceTest(of: gold)
            let id = try #require(test.id)
            #expect(try await client.getPerformanceTestResults(id).result == "PENDING")
            #expect(
                await rejected { try await client.initiatePerformanceTest(of: gold) } == "existingPerformanceTestRun")
            bench.advance(.milliseconds(try #require(test.configuration?.milliseconds)))
            #expect(try await client.getPerformanceTestResults(id).result == "PASS")
            #expect(
                await rejected { try await client.getPerformanceTestResults(UUID().uuidString) }
                    == "performanceTestRunNotFound")
            try await client.deleteRealtimeURL()
            #expect(await rejected { try await client.deleteRealtimeURL() } == "realtimeUrlNotFound")
        }
    }
#endif
