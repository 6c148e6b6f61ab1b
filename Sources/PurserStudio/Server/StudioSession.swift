#if Studio
    import Purser
    import PurserFormats

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Follows an App Store, and answers the page.
    ///
    /// It decides nothing itself: ``StudioGate`` decides which requests are accepted, ``StudioModel`` what the page
    /// shows.
    package actor StudioSession {
        private let store: any StudioStore
        private var model: StudioModel
        /// Advances when there is something for a page.
        nonisolated let changes = EventCount()
        /// Increases with every change of the page's state.
        private var version = 0
        private var written: (version: Int, text: String)?

        /// The interval at which pages get the App Store's time without events.
        private static let beat = Duration.seconds(20)

        /// Makes a session that follows nothing yet.
        ///
        /// - Parameter run: the name of this run of the server: digits and letters.
        package init(_ store: any StudioStore, run: String) {
            self.store = store
            model = StudioModel(title: store.title, isAttached: store.isAttached, run: run)
        }

        /// Follows the App Store until the task is cancelled.
        ///
        /// - Throws: an error if it was never available.
        package func run() async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [store] in try await store.watch { await self.take($0) } }
                group.addTask {
                    while true {
                        try await Task.sleep(for: Self.beat)
                        await self.beat()
                    }
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }

        /// Returns the answer to an accepted request; ``portion(after:version:)`` writes streams.
        func answer(_ route: StudioRoute, body: [UInt8] = []) async -> StudioAnswer {
            switch route {
            case .file(let file): return .file(file)
            case .transactions(let search): return .json(model.rows(search))
            case .timeline(let range):
                await loadHistories()
                return .json(model.timeline(range))
            case .prices(let country):
                guard let prices = model.products.prices(in: country) else {
                    return .error(404, "\(country.prefix(16)) is not a storefront.")
                }
                return .json(prices)
            case .export:
                await loadHistories()
                return .json(model.export, fileName: "studio.json")
            case .wish: return await answer(body)
            case .events: return .error(404, "This is a stream.")
            }
        }

        private func answer(_ body: [UInt8]) async -> StudioAnswer {
            do {
                let wish = try StudioWish(body, powers: model.powers)
                let result = try await store.request(wish.name, wish.members)
                return .json(result)
            } catch let error as StudioFailure {
                return .error(400, error.message)
            } catch let error as BackendFailure {
                return .error(error.code == .networkError ? 502 : 400, error.message)
            } catch let error as PurchaseFailure {
                return .error(400, error.message)
            } catch {
                return .error(500, "\(error)")
            }
        }

        /// Returns the new data for a page, as lines of a stream.
        ///
        /// - Parameters:
        ///   - place: the position up to which it has read; `nil` for a new page.
        ///   - version: the version of its state; `nil` for none.
        func portion(
            after place: StudioPlace?, version seen: Int?
        ) -> (text: String, place: StudioPlace, version: Int) {
            let portion = model.log.portion(after: place)
            var text = ""
            func write(_ name: String, _ content: String) {
                text += "id: \(portion.place)\nevent: \(name)\ndata: \(content)\n\n"
            }
            if portion.isReset || seen == nil { write("about", model.about.escapedText) }
            if portion.isReset { write("reset", "{}") }
            if seen != version { write("state", stateText) }
            if !portion.entries.isEmpty { write("log", JSONValue.array(portion.entries).escapedText) }
            return (text, portion.place, version)
        }

        private var stateText: String {
            if let written, written.version == version { return written.text }
            let text = model.state.escapedText
            written = (version, text)
            return text
        }

        // The reports of the App Store.

        private func take(_ report: StudioReport) async {
            switch report {
            case .connected(let hasStore):
                (model.isConnected, model.powers.hasStore) = (true, hasStore)
                await load(.everything)
            case .lost: model.isConnected = false
            case .event(let event):
                if let need = model.take(event: event) { await load(need) }
            case .update(let update): model.take(update)
            case .effect(let effect, let key): model.take(effect: effect, of: "\(key)")
            }
            changed()
        }

        private func changed() {
            version += 1
            changes.advance()
        }

        private func beat() async {
            guard let now = try? await store.request("time", [:]).integer("now") else { return }
            model.now = max(model.now, now)
            changed()
        }

        private func load(_ need: StudioModel.Need) async {
            do {
                let settings = try await store.request("settings", [:])
                model.conditions.settings = settings
                let products = try await store.request("products", [:]).list("products")
                model.products = StudioProducts(products, locale: settings.text("locale") ?? "")
                guard need == .everything else { return }
                // The App Store is also shown without these two answers.
                if let conditions = try? await store.request("conditions", [:]) { model.conditions.take(conditions) }
                let unfinished = try? await store.request("unfinished", [:]).list("unfinished").compactMap {
                    $0.text("id")
                }
                let pending = try await store.request("pending", [:]).list("pending")
                let subscriptions = try await store.request("subscriptions", [:]).list("subscriptions")
                let transactions = try await allTransactions()
                model.now = max(model.now, try await store.request("time", [:]).integer("now") ?? 0)
                model.load(
                    subscriptions: subscriptions, pending: pending, transactions: transactions,
                    unfinished: unfinished.map { Set($0) })
            } catch {
                // The App Store has ended meanwhile; a report of this follows.
                return
            }
        }

        /// All transactions, the oldest first.
        private func allTransactions() async throws -> [JSONValue] {
            var all: [JSONValue] = []
            while true {
                var members: [String: JSONValue] = ["limit": .integer(Self.page)]
                if let last = all.last?.text("id") { members["before"] = .string(last) }
                let page = try await store.request("transactions", members).list("transactions")
                all += page
                if page.count < Self.page { return all.reversed() }
            }
        }

        private static let page = 1_000

        private func loadHistories() async {
            for id in model.subscriptions.compactMap({ $0.text("id") }) where model.histories[id] == nil {
                guard let spans = try? await store.request("history", ["subscription": .string(id)]) else { continue }
                model.histories[id] = spans.list("spans").compactMap { StudioSpan($0) }
            }
        }
    }
#endif
