#if Studio
    import Purser
    import PurserFormats
    import PurserSimulator

    // The data for the page.
    extension StudioModel {
        /// The states in which the customer is entitled to a subscription.
        private static let active: Set<String> = ["subscribed", "inGracePeriod"]

        /// The data that stays constant while Studio runs.
        var about: JSONValue {
            .object([
                "title": .string(title), "isAttached": .bool(isAttached),
                "defects": .array(StoreDefect.all.map { .string($0.rawValue) }),
                "storefronts": .array(
                    StoreStorefront.countries.map { country in
                        .members([
                            "country": .string(country),
                            "currency": (StoreStorefront.appStore(in: country)?.currencyCode).json,
                        ])
                    }),
            ])
        }

        /// The state without the long lists.
        var state: JSONValue {
            .object([
                "isConnected": .bool(isConnected), "now": .integer(now), "revision": .integer(revision),
                "storefront": .string(conditions.country), "products": products.json, "pending": waiting,
                "subscriptions": .array(subscriptions.map { named($0) }), "conditions": conditions.json,
                "hasStore": .bool(powers.hasStore),
                "totals": totals,
            ])
        }

        /// A part of the table.
        func rows(_ search: StudioSearch) -> JSONValue {
            let (total, rows) = transactions.page(search, products)
            return .object([
                "total": .integer(total), "all": .integer(transactions.all.count),
                "rows": .array(rows.map { $0.row(products) }),
            ])
        }

        /// The histories of the subscriptions in a time range; empty for those that are not loaded.
        func timeline(_ range: ClosedRange<Int64>) -> JSONValue {
            .object(["lines": .array(subscriptions.compactMap { line($0, range) })])
        }

        /// All data, for a file.
        var export: JSONValue {
            .object([
                "title": .string(title), "now": .integer(now), "settings": conditions.settings,
                "products": products.json, "pending": waiting,
                "subscriptions": .array(
                    subscriptions.map { subscription in
                        let spans = histories[subscription.text("id") ?? ""] ?? []
                        return named(subscription).with(["spans": .array(spans.map { span($0) })])
                    }),
                "transactions": .array(transactions.all.map { $0.row(products) }),
                "log": .array(log.portion(after: nil).entries),
            ])
        }

        private var waiting: JSONValue {
            .array(
                pending.map { payment in
                    let product = products.all.first { $0.text("id") == payment.text("product") }
                    return named(payment).with(["price": product?.text("displayPrice").json])
                })
        }

        private var totals: JSONValue {
            .members([
                "charged": products.texts(transactions.charged), "refunded": products.texts(transactions.refunded),
                "charges": .integer(transactions.charges), "transactions": .integer(transactions.all.count),
                "unfinished": transactions.unfinished.map { .integer($0) },
                "subscriptions": .integer(subscriptions.count),
                "active": .integer(subscriptions.count { Self.active.contains($0.text("state") ?? "") }),
            ])
        }

        private func named(_ value: JSONValue) -> JSONValue {
            let price = value["renewalPrice"]?.decimal.map { products.text($0, currency) }
            return value.with([
                "name": .string(products.name(of: value.text("product") ?? "")), "renewalPrice": price.json,
            ])
        }

        private func line(_ subscription: JSONValue, _ range: ClosedRange<Int64>) -> JSONValue? {
            guard let id = subscription.text("id") else { return nil }
            let spans = histories[id] ?? []
            return .object([
                "id": .string(id), "name": .string(products.name(of: subscription.text("product") ?? "")),
                "spans": .array(StudioTimeline.visible(spans, in: range).map { span($0) }),
                "plan": .array(planned(subscription, spans, until: range.upperBound)),
            ])
        }

        private func planned(_ subscription: JSONValue, _ spans: [StudioSpan], until limit: Int64) -> [JSONValue] {
            guard Self.active.contains(subscription.text("state") ?? ""), subscription.flag("willAutoRenew") == true,
                subscription["gracePeriodEnd"] == nil, let end = subscription.integer("periodEnd")
            else { return [] }
            let product = subscription.text("nextProduct") ?? subscription.text("product") ?? ""
            let price = subscription["renewalPrice"]?.decimal.map { products.text($0, currency) }
            let plan = StudioTimeline.planned(
                after: end, period: products.period(of: product), latest: spans.last { $0.transaction != nil },
                until: limit)
            return plan.map { $0.json(price: price) }
        }

        private func span(_ span: StudioSpan) -> JSONValue {
            let transaction = span.count == 1 ? span.transaction.flatMap { transactions[$0] } : nil
            return span.json(price: transaction?.price.map { products.text($0, transaction?.currency) })
        }
    }
#endif
