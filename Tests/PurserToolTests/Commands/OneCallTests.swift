import Foundation
import Testing

@testable import PurserTool

@Suite("The one-call commands", .timeLimit(.minutes(10)))
struct OneCallTests {
    @Test("products: a line each, with localized prices")
    func products() async throws {
        let place = try Workplace()
        let run = await ToolRun.inside("products", place.sample)
        #expect(run.status == 0)
        #expect(run.lines.count == Sample.count)
        #expect(run.out.contains("$2.99 / month"))
        let objects = try await ToolRun.inside("products", place.sample, "--json").objects()
        #expect(objects.compactMap { $0["type"] as? String } == Array(repeating: "product", count: Sample.count))
        let club = try #require(objects.first { $0["id"] as? String == Sample.club })
        #expect((club["subscription"] as? [String: Any])?["period"] as? String == "P1M")
        #expect((club["price"] as? NSNumber)?.doubleValue == 2.99)
    }

    @Test("buy: an atomic purchase is finished when the command ends, and counted in the next run's restore")
    func buy() async throws {
        let place = try Workplace()
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
        let place = try Workplace()
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
        let place = try Workplace()
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
        #expect(await place.run("buy", Sample.greenhouse).out.contains("owned already, not charged: transaction"))
        #expect(await place.run("finish", ids[0]).out.contains("finished"))
        let second = try await place.run("finish", ids[0], ids[1], "--json").objects()
        #expect(second.map { $0["wasFinished"] as? Bool } == [true, false])
        #expect(await place.run("unfinished").out == "Everything is finished.\n")
        #expect(await place.run("unfinished", "--json").out.isEmpty)
        #expect(await place.run("updates", "--after", "2").out == "There are no updates after #2.\n")
    }

    @Test("An old unfinished consumable does not answer a new purchase of the same product")
    func oldUnfinished() async throws {
        let place = try Workplace()
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
        let place = try Workplace()
        #expect(await place.run("buy", Sample.seeds, "--context", "run=1").status == 0)
        let first = await place.run("updates", "--json").lines
        #expect(await place.run("buy", Sample.greenhouse, "--context", "run=2").status == 0)
        let both = await place.run("updates", "--json").lines
        #expect(first.count == 1)
        #expect(both.count == 2)
        #expect(both.first == first.first)
        let news = try await place.run("updates", "--json", "--after", "1").objects()
        #expect(news.map { $0["sequence"] as? Int } == [2])
        #expect(news.map { $0["context"] as? [String: String] } == [["run": "2"]])
        let future = await place.run("updates", "--after", "7")
        #expect(future.status == 1 && future.out.isEmpty)
        #expect(future.err.contains("no update 7") && future.err.contains("latest is number 2"), "\(future.err)")
    }

    @Test("M3: a purchase that a later run approves has the context that an earlier one gave it")
    func approvedLater() async throws {
        let place = try Workplace()
        let text = """
            {"products":[{"productID":"p","type":"NonConsumable","displayPrice":"1","localizations":[]}],
             "settings":{"_askToBuyEnabled":true}}
            """
        let file = try place.write(text, to: "ask.storekit")
        let options = ["--home", place.home, "--durability", "buffered"]
        let run = await ToolRun.inside(["buy", "p", "--context", "screen=shop", "--store", file] + options)
        #expect(run.out.contains("pending"))
        let shop = try await Executable.run(["shop", file] + options, input: "approve\n", in: place)
        #expect(shop.err.isEmpty, "\(shop.err)")
        #expect(shop.out.contains("screen=shop"))
        let updates = try await ToolRun.inside(["updates", "--json", "--store", file] + options).objects()
        #expect(updates.map { $0["context"] as? [String: String] } == [["screen": "shop"]])
    }

    @Test("By default everything is on disk when a command ends")
    func synced() async throws {
        let place = try Workplace()
        let options = ["--store", place.sample, "--home", place.home]
        #expect(await ToolRun.inside(["buy", Sample.seeds] + options).status == 0)
        #expect(try await ToolRun.inside(["owned", "--json"] + options).objects().count == 1)
    }

    @Test("owned: subscriptions too; an account that owns nothing says so")
    func owned() async throws {
        let place = try Workplace()
        #expect(await place.run("restore").out == "There is nothing to restore.\n")
        #expect(await place.run("owned").out == "Nothing is owned.\n")
        #expect(await place.run("buy", Sample.club).status == 0)
        let objects = try await place.run("owned", "--json").objects()
        #expect(objects.map { $0["type"] as? String } == ["subscription"])
        #expect(await place.run("owned").out.contains("subscription, until "))
    }

    @Test("Ask to Buy in the file: pending, status 0, nothing owned")
    func pending() async throws {
        let place = try Workplace()
        let text = """
            {"products":[{"productID":"p","type":"NonConsumable","displayPrice":"1","localizations":[]}],
             "settings":{"_askToBuyEnabled":true}}
            """
        let options = [
            "--store", try place.write(text, to: "ask.storekit"), "--home", place.home, "--durability", "buffered",
        ]
        let run = await ToolRun.inside(["buy", "p", "--json"] + options)
        #expect(run.status == 0)
        #expect(try run.objects().map { $0["outcome"] as? String } == ["pending"])
        #expect(await ToolRun.inside(["owned"] + options).out == "Nothing is owned.\n")
    }

    @Test("A purchase that the file makes fail ends with status 1, one line, and an object that says why")
    func failing() async throws {
        let place = try Workplace()
        let text = """
            {"products":[{"productID":"p","type":"Consumable","displayPrice":"1","localizations":[]}],
             "settings":{"_failTransactionsEnabled":true,"_storeKitError":4}}
            """
        let options = [
            "--store", try place.write(text, to: "fail.storekit"), "--home", place.home, "--durability", "buffered",
        ]
        let run = await ToolRun.inside(["buy", "p", "--json"] + options)
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        let object = try #require(try run.objects().first)
        #expect(object["outcome"] as? String == "failed")
        #expect((object["failure"] as? [String: Any])?["code"] is String)
    }

    @Test("Signatures that the file makes invalid: nothing is granted, nothing hangs")
    func unverified() async throws {
        let place = try Workplace()
        let text = """
            {"products":[{"productID":"p","type":"Consumable","displayPrice":"1","localizations":[]}],
             "settings":{"_storeKitErrors":[
              {"enabled":true,"name":"Verification","current":{"type":"verification","index":1}}]}}
            """
        let options = [
            "--store", try place.write(text, to: "forged.storekit"), "--home", place.home, "--durability", "buffered",
        ]
        let run = await ToolRun.inside(["buy", "p"] + options)
        #expect(run.status == 1)
        #expect(run.err.contains("verificationFailed"))
        #expect(await ToolRun.inside(["owned"] + options).out == "Nothing is owned.\n")
    }
}
