#if Studio
    import Purser
    import PurserFormats
    import PurserSimulator

    /// The page's data, made from an App Store's reports.
    struct StudioModel: Sendable {
        /// Data that must be requested again.
        enum Need: Sendable, Hashable {
            case products
            case everything
        }

        /// The App Store's title.
        let title: String
        /// Whether it belongs to another program.
        let isAttached: Bool
        var powers = StudioPowers(hasStore: false)
        var products = StudioProducts()
        var conditions = StudioConditions()
        var transactions = StudioTransactions()
        /// The subscriptions, the oldest first.
        private(set) var subscriptions: [JSONValue] = []
        private(set) var pending: [JSONValue] = []
        private(set) var log: StudioLog
        /// The loaded histories of subscriptions that have not changed since.
        var histories: [String: [StudioSpan]] = [:]
        /// The last known time of the App Store.
        var now: Int64 = 0
        /// Whether the App Store is connected.
        var isConnected = false
        /// Increases with every change of a transaction or a subscription.
        private(set) var revision = 0

        /// Makes an empty model.
        ///
        /// - Parameter run: the name of this run of the server.
        init(title: String, isAttached: Bool, run: String) {
            (self.title, self.isAttached) = (title, isAttached)
            log = StudioLog(run: run)
        }

        /// The customer's currency.
        var currency: String? { StoreStorefront.appStore(in: conditions.country)?.currencyCode }

        /// Records the whole account.
        mutating func load(
            subscriptions: [JSONValue], pending: [JSONValue], transactions: [JSONValue], unfinished: Set<String>?
        ) {
            (self.subscriptions, self.pending, histories) = (subscriptions, pending, [:])
            self.transactions = StudioTransactions()
            for json in transactions {
                guard var transaction = StudioTransaction(json, currency: currency) else { continue }
                transaction.isFinished = unfinished.map { !$0.contains(transaction.id) }
                self.transactions.put(transaction)
            }
            revision += 1
        }

        /// Records an update of the store.
        mutating func take(_ update: StudioUpdate) {
            log.add(
                .update,
                [
                    "number": .integer(update.number), "key": .string(update.key), "phase": .string(update.phase),
                    "title": .string("\(products.name(of: update.product)) \(update.words)"),
                    "detail": .string(update.transaction), "date": .integer(update.date ?? now),
                ])
        }

        /// Records the result of an update.
        mutating func take(effect: String, of key: String) { log.note(effect, of: key) }

        /// Records an event of the App Store.
        ///
        /// - Returns: the data that must be requested again; `nil` for none.
        mutating func take(event: JSONValue) -> Need? {
            let (what, value, date) = (event.text("what") ?? "", event["value"] ?? .null, event.integer("date") ?? now)
            now = max(now, date)
            guard what != "notification" else {
                log.add(.notification, StudioNotification.entry(value, date: date, products))
                return nil
            }
            log.add(.event, StudioWords.entry(what, value, date: date, products))
            return change(what, value)
        }

        private mutating func change(_ what: String, _ value: JSONValue) -> Need? {
            switch what {
            case "transaction": put(value)
            case "subscription": putSubscription(value)
            case "finished": transactions.finish(value.list("transactions").compactMap(\.string))
            case "deleted":
                if let id = value.text("transaction") { transactions.remove(id) }
                histories = [:]
            case "paymentWaits":
                pending.removeAll { $0.text("payment") == value.text("payment") }
                pending.append(value)
            case "paymentAnswered": pending.removeAll { $0.text("payment") == value.text("payment") }
            case "settings": conditions.settings = value
            case "storefront": return .products
            case "faults", "network", "payments": conditions.take(value)
            case "cleared", "missed": return .everything
            default: break
            }
            revision += 1
            return nil
        }

        private mutating func put(_ value: JSONValue) {
            guard var transaction = StudioTransaction(value, currency: currency) else { return }
            // A changed transaction must be finished again.
            transaction.isFinished = false
            transactions.put(transaction)
            histories[value.text("originalID") ?? transaction.id] = nil
        }

        private mutating func putSubscription(_ value: JSONValue) {
            guard let id = value.text("id") else { return }
            histories[id] = nil
            if let place = subscriptions.firstIndex(where: { $0.text("id") == id }) {
                subscriptions[place] = value
            } else {
                subscriptions.append(value)
            }
        }
    }

    extension JSONValue {
        /// The text; `nil` for another type.
        var string: String? { if case .string(let text) = self { text } else { nil } }
    }
#endif
