#if Studio
    import Foundation
    import Purser
    import PurserFormats
    import PurserSimulator
    import Testing

    @testable import PurserStudio

    @Suite("What Studio shows of an App Store", .timeLimit(.minutes(30)))
    struct StudioTests {
        @Test("A purchase is a row, a numbered update with its phase, an event and a sum")
        func purchase() async throws {
            try await Shop().watched { studio, _ in
                #expect(await studio.wish("buy", ["product": .string("seeds")]).body.text("outcome") == "purchased")
                let state = try await studio.state { $0["totals"]?.integer("transactions") == 1 }
                #expect(state["totals"]?.list("charged") == [.string("$0.99")])
                let rows = await studio.answer(.transactions(StudioSearch())).value
                #expect(rows.list("rows").map { $0.text("name") } == ["Seeds"])
                #expect(rows.list("rows").first?.text("price") == "$0.99")
                let updates = try await studio.entries("update") { $0.first?.text("effect") == "granted" }
                #expect(updates.map { $0.text("phase") } == ["payment"] && updates.first?.integer("number") == 1)
                let events = try await studio.entries("event") { $0.count >= 2 }
                #expect(events.first?.text("title") == "Seeds purchased")
            }
        }

        @Test("With Ask to Buy a purchase waits, and is approved or declined")
        func approval() async throws {
            try await Shop().watched { studio, _ in
                await studio.wish("ask", ["on": .bool(true)])
                #expect(await studio.wish("buy", ["product": .string("seeds")]).body.text("outcome") == "pending")
                let waiting = try await studio.state { $0.list("pending").count == 1 }
                #expect(waiting.list("pending").first?.text("name") == "Seeds")
                #expect(waiting["conditions"]?.flag("asksToBuy") == true)
                let payment = try #require(waiting.list("pending").first?["payment"])
                await studio.wish("approve", ["payment": payment])
                _ = try await studio.state { $0.list("pending").isEmpty && $0["totals"]?.integer("transactions") == 1 }
                await studio.wish("buy", ["product": .string("greenhouse")])
                let second = try await studio.state { $0.list("pending").count == 1 }
                await studio.wish("decline", ["payment": second.list("pending").first?["payment"] ?? .null])
                let end = try await studio.state { $0.list("pending").isEmpty }
                #expect(end["totals"]?.integer("transactions") == 1)
            }
        }

        @Test("A refund is on the row, in the sums, in the updates and beside them as revoked")
        func refund() async throws {
            try await Shop().watched { studio, _ in
                await studio.wish("buy", ["product": .string("greenhouse")])
                let rows = await studio.answer(.transactions(StudioSearch())).value.list("rows")
                let id = try #require(rows.first?["id"])
                let answer = await studio.wish("refund", ["transaction": id, "percentage": .number("40")])
                #expect(answer.status == 200)
                let state = try await studio.state { $0["totals"]?.list("refunded").isEmpty == false }
                #expect(state["totals"]?.list("refunded") == [.string("$6.00")])
                let updates = try await studio.entries("update") { $0.last?.text("effect") == "revoked" }
                #expect(updates.map { $0.text("phase") } == ["payment", "complete"])
                let row = await studio.answer(.transactions(StudioSearch())).value.list("rows").first
                #expect(row?.text("state") == "refunded" && row?.flag("canRefund") == false)
            }
        }

        @Test("A year passes: each renewal is a period of the line, and what comes next is planned")
        func year() async throws {
            try await Shop().watched { studio, _ in
                await studio.wish("buy", ["product": .string("club")])
                await studio.wish("advance", ["seconds": .integer(365 * 86_400)])
                _ = try await studio.state { ($0["totals"]?.integer("transactions") ?? 0) >= 12 }
                let range = newYear.milliseconds...newYear.milliseconds + 500 * 86_400_000
                let line = try #require(await studio.answer(.timeline(range)).value.list("lines").first)
                #expect(line.text("name") == "Garden Club")
                #expect(line.list("spans").count >= 12)
                #expect(line.list("spans").allSatisfy { $0.text("kind") == "paid" && $0.text("price") == "$5.00" })
                #expect(line.list("plan").count >= 3)
                #expect(line.list("plan").first?["start"] == line.list("spans").last?["end"])
            }
        }

        @Test("Faults, defects and the network are switches that show what is so, also at the beginning")
        func conditions() async throws {
            let shop = Shop()
            await shop.appStore.setOnline(false)
            await shop.appStore.setFaults(FaultPlan(defects: [.finishNotTaken: 1]))
            await shop.appStore.setOnline(true)
            try await shop.watched { studio, _ in
                let first = try await studio.state { $0["conditions"]?.flag("network") != nil }
                #expect(first["conditions"]?["defects"] == .object(["finishNotTaken": .number("1.0")]))
                #expect(first["conditions"]?.flag("chaos") == false)
                await studio.wish("network", ["on": .bool(false)])
                _ = try await studio.state { $0["conditions"]?.flag("network") == false }
                await studio.wish("faults", ["chaos": .bool(true)])
                _ = try await studio.state { $0["conditions"]?.flag("chaos") == true }
                await studio.wish("defects", ["chances": .object([:])])
                let calm = try await studio.state { $0["conditions"]?.flag("chaos") == false }
                #expect(calm["conditions"]?["defects"] == .object([:]))
            }
        }

        @Test("What the server of the app gets is listed, with its content")
        func notifications() async throws {
            try await Shop().watched { studio, _ in
                await studio.wish("buy", ["product": .string("club")])
                let sent = try await studio.entries("notification") { !$0.isEmpty }
                #expect(sent.first?.text("title") == "SUBSCRIBED / INITIAL_BUY")
                #expect(sent.first?.flag("isSigned") == false)
                #expect(sent.first?.list("parts").first?["content"]?.text("product") == "club")
            }
        }

        @Test("The customer moves: prices, storefront and sums follow")
        func storefront() async throws {
            try await Shop().watched { studio, _ in
                await studio.wish("storefront", ["country": .string("JPN")])
                let state = try await studio.state { $0.text("storefront") == "JPN" }
                #expect(state.list("products").first { $0.text("id") == "greenhouse" }?.text("price") == "¥15")
                #expect(await studio.wish("storefront", ["country": .string("<b>")]).status == 400)
            }
        }

        @Test("A wish that cannot be granted is an error in words, and changes nothing")
        func errors() async throws {
            try await Shop().watched { studio, _ in
                for (name, members) in [
                    ("buy", ["product": JSONValue.string("nothing")]), ("buy", [:]),
                    ("refund", ["transaction": .string("1")]),
                    ("advance", ["seconds": .number("-1")]), ("advance", ["seconds": .string("1")]), ("finish", [:]),
                    ("approve", ["payment": .string("P99")]), ("watch", [:]),
                ] {
                    let answer = await studio.wish(name, members)
                    #expect(answer.status == 400 && answer.body.text("error")?.isEmpty == false, "\(name)")
                }
                let state = try await studio.state { _ in true }
                #expect(state["totals"]?.integer("transactions") == 0)
            }
        }

        @Test("Too much at once for a reader of events: the page has everything all the same")
        func flood() async throws {
            try await Shop().watched { studio, _ in
                await studio.wish("buy", ["product": .string("weekly")])
                await studio.wish("advance", ["seconds": .integer(100 * 365 * 86_400)])
                await studio.wish("buy", ["product": .string("seeds")])
                _ = try await studio.state { ($0["totals"]?.integer("transactions") ?? 0) > 5_200 }
                let range = newYear.milliseconds...newYear.milliseconds + 36_500 * 86_400_000
                let line = try #require(await studio.answer(.timeline(range)).value.list("lines").first)
                #expect(line.list("spans").count == 1 && (line.list("spans").first?.integer("count") ?? 0) > 5_000)
            }
        }

        @Test("A product named <script> is text wherever it stands")
        func hostileName() async throws {
            let name = "</script><script>alert(1)</script>"
            try await Shop(name: name).watched { studio, _ in
                await studio.wish("buy", ["product": .string("seeds")])
                _ = try await studio.state { $0["totals"]?.integer("transactions") == 1 }
                for answer in [
                    await studio.answer(.transactions(StudioSearch())), await studio.answer(.export),
                    await studio.answer(.prices(country: "DEU")),
                ] {
                    #expect(!answer.body.contains("<") && answer.type == "application/json")
                }
                let text = await studio.portion(after: nil, version: nil).text
                #expect(!text.contains("<") && text.contains("script"))
                let rows = await studio.answer(.transactions(StudioSearch())).value.list("rows")
                #expect(rows.first?.text("name") == name)
            }
        }

        @Test("The export has everything, and a file name")
        func export() async throws {
            try await Shop().watched { studio, _ in
                await studio.wish("buy", ["product": .string("club")])
                _ = try await studio.state { $0["totals"]?.integer("transactions") == 1 }
                _ = try await studio.entries("update") { !$0.isEmpty }
                let answer = await studio.answer(.export)
                #expect(answer.fileName == "studio.json")
                for key in ["products", "subscriptions", "transactions", "log"] {
                    #expect(!answer.value.list(key).isEmpty)
                }
                #expect(answer.value.list("subscriptions").first?.list("spans").count == 1)
            }
        }
    }
#endif
