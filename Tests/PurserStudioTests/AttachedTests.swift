#if Studio
    import Foundation
    import Purser
    import PurserFormats
    import PurserSimulator
    import Testing

    @testable import PurserStudio

    @Suite("Studio beside an app that runs", .timeLimit(.minutes(30)))
    struct AttachedTests {
        private let path = "/tmp/purser-studio-\(UInt32.random(in: 0...UInt32.max))/store"

        /// Lets an App Store listen while something is done.
        private func listening(_ appStore: EmbeddedAppStore, _ body: () async throws -> Void) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                let ready = EventCount()
                group.addTask { [path] in
                    defer { ready.close() }
                    try await appStore.listen(path: path) { ready.advance() }
                }
                try await ready.wait(after: 0)
                try await body()
                group.cancelAll()
            }
        }

        @Test("What the app does is shown, what the page does reaches it, and its next run is found")
        func restarted() async throws {
            let (appStore, path) = (Shop().appStore, path)
            defer { try? FileManager.default.removeItem(atPath: String(path.dropLast(6))) }
            try await appStore.activate()
            try await appStore.buyElsewhere("seeds")
            let studio = StudioSession(AttachedStudioStore(path: path), run: "1x")
            try await withThrowingTaskGroup(of: Void.self) { group in
                try await listening(appStore) {
                    group.addTask { try await studio.run() }
                    let first = try await studio.state {
                        $0.flag("isConnected") == true && $0["totals"]?.integer("transactions") == 1
                    }
                    #expect(first.list("products").count == 4 && first.flag("hasStore") == false)
                    try await appStore.buyElsewhere("club")
                    _ = try await studio.state { $0["totals"]?.integer("transactions") == 2 }
                    #expect(await studio.wish("advance", ["seconds": .integer(40 * 86_400)]).status == 200)
                    _ = try await studio.state { ($0["totals"]?.integer("transactions") ?? 0) >= 3 }
                    #expect(await appStore.transactions.count == 3)
                    let range = newYear.milliseconds...newYear.milliseconds + 90 * 86_400_000
                    let line = await studio.answer(.timeline(range)).value.list("lines").first
                    #expect(line?.list("spans").count == 2)
                    #expect(await studio.wish("restore").status == 400)
                }
                _ = try await studio.state { $0.flag("isConnected") == false }
                #expect(await studio.wish("buy", ["product": .string("seeds")]).status == 502)
                try await listening(appStore) {
                    _ = try await studio.state { $0.flag("isConnected") == true }
                    #expect(await studio.wish("buy", ["product": .string("seeds")]).status == 200)
                    _ = try await studio.state { $0["totals"]?.integer("transactions") == 4 }
                }
                group.cancelAll()
            }
        }

        @Test("Where nothing listens Studio ends with an error that says what to do")
        func nobody() async {
            let studio = StudioSession(AttachedStudioStore(path: path), run: "1x")
            let error = await #expect(throws: BackendFailure.self) { try await studio.run() }
            #expect(error?.message.contains("purser shop FILE --listen") == true)
        }

        @Test("An app that shows its store has numbered updates here too")
        func updates() async throws {
            let studio = StudioSession(FakeApp(), run: "1x")
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await studio.run() }
                let updates = try await studio.entries("update") { $0.count == 2 }
                #expect(updates.map { $0.integer("number") } == [1, 2])
                #expect(updates.map { $0.text("title") } == ["lamp purchased", "lamp revoked"])
                #expect(try await studio.state { _ in true }.flag("hasStore") == true)
                group.cancelAll()
            }
        }
    }

    /// An app whose store is shown.
    private struct FakeApp: StudioStore {
        let title = "app"
        let isAttached = true

        func request(_ command: String, _ members: [String: JSONValue]) async throws -> JSONValue { .object([:]) }

        func watch(_ take: @escaping @Sendable (StudioReport) async -> Void) async throws {
            await take(.connected(hasStore: true))
            for (number, kind) in [(1, "purchased"), (2, "revoked")] {
                let transaction = JSONValue.object(["id": .string("7"), "product": .string("lamp")])
                let json = JSONValue.object([
                    "sequence": .integer(number), "phase": .string("payment"), "kind": .string(kind),
                    "transaction": transaction,
                ])
                if let update = StudioUpdate(json) { await take(.update(update)) }
            }
            try await Task.sleep(for: .seconds(3_600))
        }
    }
#endif
