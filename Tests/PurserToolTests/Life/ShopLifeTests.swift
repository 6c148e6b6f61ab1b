import Foundation
import Testing

@testable import PurserTool

@Suite("A subscription's life in the shop", .timeLimit(.minutes(30)))
struct ShopLifeTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func shop(_ lines: [String], _ words: [String] = []) async throws -> ToolRun {
        try await Executable.run(
            ["shop", place.sample] + words, input: lines.joined(separator: "\n") + "\n", in: place)
    }

    @Test("Time passes, a card is declined and accepted, a price is asked for and declined; each is told")
    func progress() async throws {
        let run = try await shop(
            [
                "buy 8", "advance 1m", "grace on", "card declined", "advance 1m", "subscriptions", "owned", "widget",
                "card ok",
                "price 12.99", "subscriptions", "consent no", "advance 1m", "owned", "renew now", "share 4", "owned",
                "unshare 4", "expire", "redeem SPRING 8",
            ])
        #expect(run.status == 0 && run.err.isEmpty, "\(run.err)")
        for part in [
            "renews for $0.99", "#3  complete  renewed", "Failed payments now begin a grace period.",
            "The card will be declined at the next renewal.", "not paid, in grace",
            "A widget reads: com.example.garden.club", "subscription, not paid since",
            "The card is accepted, and the due amount is paid.",
            "renews for $12.99, if the customer agrees", "renews for $12.99, if the customer agrees to that price",
            "The customer declines, so it does not renew.", "not owned: ended", "It has renewed.",
            "The family shares com.example.garden.pond now.", "com.example.garden.pond          non-consumable",
            "The family no longer shares com.example.garden.pond.", "Revoked by the app: com.example.garden.pond",
            "It has ended.", "Redeemed SPRING: transaction",
        ] {
            #expect(run.out.contains(part), "\(part)\n\(run.out)")
        }
    }

    @Test("Seats are bought, added, chosen and given back; the shop says how many there are, now and next")
    func seats() async throws {
        let plus = "com.example.garden.club.plus.monthly"
        let run = try await shop(
            [
                "buy \(plus) seats 4", "buy \(plus) seats 7", "seats 3", "subscriptions", "owned",
                "refund \(plus) 2 seats", "subscriptions", "assign \(plus)", "unassign \(plus)", "buy \(plus) seats 2",
            ])
        #expect(
            run.status == 1 && run.errorLines.count == 1 && run.err.contains("Request a higher total"), "\(run.err)"
        )
        for part in [
            "4 seats of \(plus)  purchased as", "3 seats of \(plus)  purchased as", "Its next period has 3 seats.",
            "7 seats, until", "renews with 3 seats for $14.97", "renews with 3 seats, 7 seats",
            "Refunded 2 seats of",
            "5 seats, until", "The customer has a seat of", "The customer no longer has a seat of \(plus).",
        ] {
            #expect(run.out.contains(part), "\(part)\n\(run.out)")
        }
    }

    @Test("What cannot be done is said in one line each, and the shop goes on")
    func mistakes() async throws {
        let run = try await shop(
            [
                "renew off", "advance soon", "subscriptions", "buy 8", "renew off no.such", "consent yes", "share 1",
                "unshare 4", "redeem WRONG 8", "card maybe", "expire", "renew off", "advance 1m",
            ])
        #expect(run.status == 1)
        #expect(run.errorLines.count == 9, "\(run.err)")
        for part in [
            "buy one first", "write 10d", "no subscription “no.such”", "has no price increase to answer",
            "is not family shareable", "does not share", "has no", "write card ok, or card declined",
            "the customer has no active subscription",
        ] {
            #expect(run.err.contains(part), "\(part)\n\(run.err)")
        }
        #expect(run.out.contains("It is now"))
    }

    @Test("A home stays in the time to which it was moved, and one that has lost its clock says so")
    func home() async throws {
        let words = ["--home", place.home, "--durability", "buffered"]
        #expect(try await shop(["buy 8", "advance 1y"], words).status == 0)
        let updates = try await place.run("updates", "--json").objects()
        #expect(updates.count { $0["kind"] as? String == "renewed" } == 12)
        let owned = try await place.run("owned", "--json").objects()
        let end = try #require(owned[0]["expirationDate"] as? Double) / 1_000
        #expect(owned[0]["isActive"] as? Bool == true)
        #expect(end > Date().timeIntervalSince1970 + 360 * 86_400)
        let clock = place.home + "/clock"
        try Data("tomorrow".utf8).write(to: URL(fileURLWithPath: clock))
        let lost = await place.run("owned")
        #expect(lost.status == 1 && lost.errorLines.count == 1 && lost.err.contains(clock), "\(lost.err)")
    }

    @Test("For programs the shop answers in objects only")
    func json() async throws {
        let run = try await shop(
            ["list", "buy 8", "advance 2m", "subscriptions", "owned", "help", "unfinished", "renew off"], ["--json"])
        #expect(run.status == 0)
        let objects = try run.objects()
        let types = Set(objects.compactMap { $0["type"] as? String })
        #expect(types == ["product", "purchase", "update", "storeSubscription", "subscription", "note"])
        let subscription = try #require(objects.first { $0["type"] as? String == "storeSubscription" })
        #expect(subscription["renewalCount"] as? Int == 2 && subscription["state"] as? String == "subscribed")
    }

    @Test("A time that brings too many renewals at once is refused, and none of it passes")
    func tooMany() async throws {
        let text = try String(contentsOfFile: place.sample, encoding: .utf8)
            .replacing("\"_timeRate\" : 0", with: "\"_timeRate\" : 1005")
        let file = try place.write(text, to: "fast.storekit")
        let run = try await Executable.run(
            ["shop", file], input: "buy 8\nadvance 1y\nadvance 20s\nupdates\n", in: place)
        #expect(run.status == 1 && run.errorLines.count == 1)
        #expect(run.err.contains("advance in smaller steps"))
        #expect(run.out.split(separator: "\n").count { $0.contains("renewed") } >= 18)
    }
}
