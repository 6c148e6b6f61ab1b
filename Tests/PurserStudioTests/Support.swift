#if Studio
    import Foundation
    import Purser
    import PurserFormats
    import PurserSimulator
    import Testing

    @testable import PurserStudio

    /// 1 January 2026, 9:00.
    let newYear = Timestamp(milliseconds: 1_767_258_000_000)

    /// An account with everything that the page shows, at an App Store whose time stands still.
    struct Shop {
        let clock = MovableClock(startingAt: newYear)
        let appStore: EmbeddedAppStore

        init(name: String = "Seeds") {
            let settings = SimulatorSettings()
            let catalog = SimulatorCatalog(
                products: [
                    .simulated("seeds", name: name), .simulated("greenhouse", .nonConsumable, price: 15),
                    .simulated("club", .autoRenewable, name: "Garden Club", price: 5, group: "club"),
                    .simulated(
                        "weekly", .autoRenewable, name: "Weekly Tips", price: 1, group: "tips",
                        period: SubscriptionPeriod(1, .week)),
                ], settings: settings)
            appStore = EmbeddedAppStore(catalog: catalog, clock: clock)
        }

        /// Follows the App Store with a Studio while something is done, until that has ended.
        func watched<Result: Sendable>(
            _ body: @escaping @Sendable (StudioSession, EmbeddedStudioStore) async throws -> Result
        ) async throws -> Result {
            let effects = StudioEffects()
            let store = try await appStore.openStore { configuration in
                configuration.grant = { effects.note("granted", of: $0) }
                configuration.revoke = { effects.note("revoked", of: $0) }
            }
            let shown = EmbeddedStudioStore(
                title: "Garden.storekit", appStore: appStore, store: store, effects: effects
            ) { try await appStore.advanceTime(by: $0) }
            let studio = StudioSession(shown, run: "1x")
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await studio.run() }
                // What happens before is no event for it.
                _ = try await studio.state { $0.flag("isConnected") == true }
                let result = try await body(studio, shown)
                group.cancelAll()
                try await store.close()
                return result
            }
        }
    }

    extension StudioSession {
        /// What a page gets, once it fulfils a condition.
        func state(where isWanted: @Sendable (JSONValue) -> Bool) async throws -> JSONValue {
            while true {
                let seen = changes.count
                let messages = StreamMessage.all(in: portion(after: nil, version: nil).text)
                if let state = messages.last(where: { $0.name == "state" })?.content, isWanted(state) { return state }
                try await changes.wait(after: seen)
            }
        }

        /// The entries of a kind that a page gets, once there are enough.
        func entries(_ kind: String, where isWanted: @Sendable ([JSONValue]) -> Bool) async throws -> [JSONValue] {
            while true {
                let seen = changes.count
                let messages = StreamMessage.all(in: portion(after: nil, version: nil).text)
                let entries = messages.filter { $0.name == "log" }.flatMap { $0.content.values }
                let found = entries.filter { $0.text("kind") == kind }
                if isWanted(found) { return found }
                try await changes.wait(after: seen)
            }
        }

        /// Does something as the page does, and reads the answer.
        @discardableResult
        func wish(_ name: String, _ members: [String: JSONValue] = [:]) async -> (status: Int, body: JSONValue) {
            let body = JSONValue.object(members.merging(["do": .string(name)]) { $1 }).text
            let answer = await answer(.wish, body: Array(body.utf8))
            return (answer.status, answer.value)
        }
    }

    extension StudioAnswer {
        /// The body, read.
        var value: JSONValue { (try? JSONReader(Data(body.utf8), as: .json, file: "").root.value) ?? .null }
    }

    extension JSONValue {
        /// The values of a list.
        var values: [JSONValue] { if case .array(let values) = self { values } else { [] } }
    }

    /// A message of a stream.
    struct StreamMessage {
        let id: String
        let name: String
        let content: JSONValue

        /// The messages of a text.
        static func all(in text: String) -> [StreamMessage] {
            text.components(separatedBy: "\n\n").compactMap { block in
                var fields: [String: String] = [:]
                for line in block.split(separator: "\n") {
                    let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
                    if parts.count == 2 { fields[parts[0]] = String(parts[1].dropFirst()) }
                }
                guard let id = fields["id"], let name = fields["event"], let data = fields["data"],
                    let content = try? JSONReader(Data(data.utf8), as: .json, file: "").root.value
                else { return nil }
                return StreamMessage(id: id, name: name, content: content)
            }
        }
    }
#endif
