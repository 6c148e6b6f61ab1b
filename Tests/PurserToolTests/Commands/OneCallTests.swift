import Foundation
import Testing

@testable import PurserTool

@Suite("The one-call commands", .timeLimit(.minutes(30)))
struct OneCallTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    @Test(
        "products: a line each, with localized prices, and below subscriptions their prices for other times and their offers"
    )
    func products() async throws {
        let run = await ToolRun.inside("products", place.sample)
        #expect(run.status == 0)
        let named = run.lines.filter { $0.contains("com.example.garden") && !$0.contains("less than") }
        #expect(named.count == Sample.count)
        #expect(run.out.contains("$2.99 / month"))
        let below = run.lines.drop { !$0.contains("plus.yearly") }.prefix(5)
        let told: [String] = below.dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(
            told == [
                "$0.76 / week, $3.33 / month", "33% less than com.example.garden.club.plus.monthly",
                "introductory: 1 month free, then $39.99 a year",
                "winBack plus.comeback: $19.99 for 1 year, then $39.99 a year",
            ])
        let objects = try await ToolRun.inside("products", place.sample, "--json").objects()
        #expect(objects.compactMap { $0["type"] as? String } == Array(repeating: "product", count: Sample.count))
        let club = try #require(objects.first { $0["id"] as? String == Sample.club })
        let subscription = try #require(club["subscription"] as? [String: Any])
        #expect(subscription["period"] as? String == "P1M")
        #expect(subscription["displayPricePerPeriod"] as? String == "$2.99 a month")
        #expect(subscription["displayPricePerWeek"] as? String == "$0.68")
        #expect(subscription["displayPricePerYear"] as? String == "$35.88")
        let offers = try #require(subscription["offers"] as? [[String: Any]])
        #expect(
            offers.map { $0["text"] as? String } == [
                "$0.99 a month for 2 months, then $2.99 a month", "2 weeks free, then $2.99 a month",
            ])
        #expect((club["price"] as? NSNumber)?.doubleValue == 2.99)
    }

    @Test(
        "A product is its identifier, the end of it or its number; what means none is not bought, and the nearest is named"
    )
    func productNames() async throws {
        for word in ["greenhouse", "club.monthly", "1"] {
            #expect(await place.run("buy", word, "--manual").out.contains("purchased as"), "\(word)")
        }
        let bought = try await place.run("updates", "--json").objects()
            .map { ($0["transaction"] as? [String: Any])?["productID"] as? String }
        #expect(bought.prefix(2) == [Sample.greenhouse, Sample.club])
        #expect(await place.run("finish", "greenhouse").out.contains("finished"))
        #expect(!(await place.run("unfinished").out.contains(Sample.greenhouse)))
        let unknown = await place.run("buy", "greenhouse", "pomd")
        #expect(unknown.status == 1 && unknown.out.isEmpty)
        #expect(
            unknown.err.contains("does not sell “pomd”") && unknown.err.contains("; did you mean pond?"),
            "\(unknown.err)")
        let several = await place.run("buy", "monthly")
        #expect(several.status == 1 && several.err.contains("may be") && several.err.contains("; write a longer part"))
        let timeline = await ToolRun.inside(
            "timeline", place.sample, "club.monthly", "--for", "3m", "--at", "1m buy plus.monthly", "--from",
            "2026-01-31")
        #expect(
            timeline.status == 0 && timeline.out.contains("into com.example.garden.club.plus.monthly"),
            "\(timeline.err)")
        #expect(
            await ToolRun.inside("timeline", place.sample, "club.montly").err.contains("did you mean club.monthly?"))
        #expect(await ToolRun.inside("prodcts", place.sample).err.contains("did you mean products?"))
    }

    @Test("buy: an atomic purchase is finished when the command ends, and counted in the next run's restore")
    func buy() async throws {
        let account = "7C9E6679-7425-40DE-944B-E07FC1F90AE7"
        let run = await place.run(
            "buy", Sample.greenhouse, "--json", "--account", account, "--context", "a=b", "--context", "c=d=e")
        #expect(run.status == 0)
        let purchase = try #require(try run.objects().first)
        #expect(purchase["outcome"] as? String == "purchased")
        #expect(purchase["needsFinish"] as? Bool == false)
        #expect(purchase["context"] as? [String: String] == ["a": "b", "c": "d=e"])
        #expect((purchase["transaction"] as? [String: Any])?["appAccountToken"] as? String == account)
        #expect(await place.run("unfinished").out == "Everything is finished.\n")
        #expect(
            try await place.run("owned", "--json").objects().map { $0["productID"] as? String } == [Sample.greenhouse])
        let restored = await place.run("restore")
        #expect(restored.status == 0)
        #expect(restored.lines.count == 1)
        #expect(await place.run("restore", "--json").lines.count == 1)
    }

    @Test("seats: they are bought and added by buy, chosen and given back by seats, over runs that each end")
    func seats() async throws {
        let plus = "com.example.garden.club.plus.monthly"
        let bought = try #require(try await place.run("buy", plus, "--seats", "4", "--json").objects().first)
        #expect((bought["transaction"] as? [String: Any])?["seats"] as? Int == 4)
        #expect(await place.run("buy", plus, "--seats", "7").out.contains("3 seats of \(plus)"))
        #expect(await place.run("buy", plus, "--seats", "7").err.contains("invalidQuantity"))
        let chosen = try await place.run("seats", plus, "--renew", "5", "--refund", "1", "--json").objects()
        #expect(chosen.map { $0["seats"] as? Int } == [6] && chosen.map { $0["renewalSeats"] as? Int } == [5])
        let owned = try #require(try await place.run("owned", "--json").objects().first)
        #expect(owned["seats"] as? Int == 6 && owned["renewalSeats"] as? Int == 5)
        #expect(await place.run("seats", plus).out.contains("6 seats, until"))
        #expect(await place.run("seats", plus, "--renew", "7").status == 1)
        #expect(await place.run("seats", "no.such").err.contains("has no subscription"))
    }

    @Test("F3: a manual purchase stays unfinished over any number of runs that only look, until finish")
    func manual() async throws {
        let bought = await place.run("buy", Sample.seeds, Sample.greenhouse, "--manual", "--json")
        let ids = try bought.objects().compactMap { ($0["transaction"] as? [String: Any])?["id"] as? String }
        #expect(ids.count == 2)
        #expect(try bought.objects().allSatisfy { $0["needsFinish"] as? Bool == true })
        for command in ["unfinished", "updates", "owned", "restore", "unfinished"] {
            #expect(await place.run(command).status == 0)
        }
        let unfinished = try await place.run("unfinished", "--json").objects()
        #expect(unfinished.map { ($0["transaction"] as? [String: Any])?["id"] as? String } == ids)
        let updates = try await place.run("updates", "--json", "--after", "1").objects()
        #expect(updates.map { $0["sequence"] as? Int } == [2])
        #expect(updates.map { $0["finishing"] as? String } == ["manual"])
        // Owned already: answered with the same transaction, not charged again, and not finished by that.
        let again = try #require(try await place.run("buy", Sample.greenhouse, "--json").objects().first)
        #expect((again["transaction"] as? [String: Any])?["id"] as? String == ids[1])
        #expect(again["needsFinish"] as? Bool == true)
        #expect(again["wasRecordedBefore"] as? Bool == true)
        #expect(await place.run("buy", Sample.greenhouse).out.contains("already owned, not charged: transaction"))
        #expect(await place.run("finish", ids[0]).out.contains("finished"))
        let second = try await place.run("finish", ids[0], ids[1], "--json").objects()
        #expect(second.map { $0["wasFinished"] as? Bool } == [true, false])
        #expect(await place.run("unfinished").out == "Everything is finished.\n")
        #expect(await place.run("unfinished", "--json").out.isEmpty)
        #expect(await place.run("updates", "--after", "2").out == "There are no updates after #2.\n")
    }

    @Test("An old unfinished consumable does not answer a new purchase of the same product")
    func oldUnfinished() async throws {
        #expect(await place.run("buy", Sample.seeds, "--manual").status == 0)
        let second = try #require(try await place.run("buy", Sample.seeds, "--json", "--quantity", "3").objects().first)
        let transaction = try #require(second["transaction"] as? [String: Any])
        #expect(transaction["id"] as? String == "2000000000002")
        #expect(transaction["quantity"] as? Int == 3)
        #expect(await place.run("unfinished").lines.count == 1)
        #expect(try await place.run("owned", "--json").objects().map { $0["quantity"] as? Int } == [4])
    }

    @Test("O4: the numbers go on from run to run, and what earlier runs recorded is read again word for word")
    func numbered() async throws {
        #expect(await place.run("buy", Sample.seeds, "--context", "run=1").status == 0)
        let first = await place.run("updates", "--json").lines
        #expect(await place.run("buy", Sample.greenhouse, "--context", "run=2").status == 0)
        let both = await place.run("updates", "--json").lines
        #expect(first.count == 1)
        #expect(both.count == 2)
        #expect(both.first == first.first)
        let changes = try await place.run("updates", "--json", "--after", "1").objects()
        #expect(changes.map { $0["sequence"] as? Int } == [2])
        #expect(changes.map { $0["context"] as? [String: String] } == [["run": "2"]])
        let future = await place.run("updates", "--after", "7")
        #expect(future.status == 1 && future.out.isEmpty)
        #expect(future.err.contains("no update 7") && future.err.contains("latest is number 2"), "\(future.err)")
    }

    @Test("M3: a purchase that a later run approves has the context that an earlier one gave it")
    func approvedLater() async throws {
        let options = try place.options(settings: #""_askToBuyEnabled":true"#, type: "NonConsumable")
        let run = await ToolRun.inside(["buy", "p", "--context", "screen=shop"] + options)
        #expect(run.out.contains("pending"))
        let shop = try await Executable.run(["shop"] + options.dropFirst(), input: "approve\n", in: place)
        #expect(shop.err.isEmpty, "\(shop.err)")
        #expect(shop.out.contains("screen=shop"))
        let updates = try await ToolRun.inside(["updates", "--json"] + options).objects()
        #expect(updates.map { $0["context"] as? [String: String] } == [["screen": "shop"]])
    }

    @Test("By default everything is on disk when a command ends")
    func synced() async throws {
        let options = ["--store", place.sample, "--home", place.home]
        #expect(await ToolRun.inside(["buy", Sample.seeds] + options).status == 0)
        #expect(try await ToolRun.inside(["owned", "--json"] + options).objects().count == 1)
    }

    @Test("owned: subscriptions too; an account that owns nothing says so")
    func owned() async throws {
        #expect(await place.run("restore").out == "There is nothing to restore.\n")
        #expect(await place.run("owned").out == "Nothing is owned.\n")
        #expect(await place.run("buy", Sample.club).status == 0)
        let objects = try await place.run("owned", "--json").objects()
        #expect(objects.map { $0["type"] as? String } == ["subscription"])
        #expect(await place.run("owned").out.contains("subscription, until "))
    }

    @Test("Ask to Buy in the file: pending, status 0, nothing owned")
    func pending() async throws {
        let options = try place.options(settings: #""_askToBuyEnabled":true"#, type: "NonConsumable")
        let run = await ToolRun.inside(["buy", "p", "--json"] + options)
        #expect(run.status == 0)
        #expect(try run.objects().map { $0["outcome"] as? String } == ["pending"])
        #expect(await ToolRun.inside(["owned"] + options).out == "Nothing is owned.\n")
    }

    @Test("A purchase that the file makes fail ends with status 1, one line, and an object that says why")
    func failing() async throws {
        let options = try place.options(settings: #""_failTransactionsEnabled":true,"_storeKitError":4"#)
        let run = await ToolRun.inside(["buy", "p", "--json"] + options)
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        let object = try #require(try run.objects().first)
        #expect(object["outcome"] as? String == "failed")
        #expect((object["failure"] as? [String: Any])?["code"] is String)
    }

    @Test("Signatures that the file makes invalid: nothing is granted, nothing hangs")
    func unverified() async throws {
        let options = try place.options(settings: Workplace.forged)
        let run = await ToolRun.inside(["buy", "p"] + options)
        #expect(run.status == 1)
        #expect(run.err.contains("verificationFailed"))
        #expect(await ToolRun.inside(["owned"] + options).out == "Nothing is owned.\n")
    }
}
