import Foundation
import Purser
import Testing

@testable import PurserTool

@Suite("purser timeline", .timeLimit(.minutes(30)))
struct TimelineCommandTests {
    private func timeline(_ words: String..., of product: String = Sample.club) async throws -> ToolRun {
        let place = try Workplace()
        return await ToolRun.inside(["timeline", place.sample, product, "--from", "2026-01-31"] + words)
    }

    @Test(
        "An introductory offer, then the price, on the last day of each month: drawn and told in as many lines as it needs"
    )
    func plain() async throws {
        let run = try await timeline("--for", "1y")
        #expect(run.status == 0 && run.err.isEmpty)
        #expect(
            run.out == """
                com.example.garden.club.monthly  $2.99 / month

                2026-01-31          2026-05-02          2026-08-01          2026-10-31
                |-----|-----|======|======|=====|======|======|======|=====|======|======|======
                = paid   - offer

                2026-01-31  begins  $0.99, offer introductory, until 2026-02-28
                2026-02-28  renews  $0.99, offer introductory, until 2026-03-31
                2026-03-31  renews  $2.99, until 2026-04-30
                   …        renews  9 times, $2.99 each, the last on 2026-12-31

                12 payments, 31.88 USD in all; then it is subscribed.

                """)
    }

    @Test("Seats are bought, added and given back in a timeline, each with its price")
    func seats() async throws {
        let run = try await timeline(
            "--seats", "4", "--at", "10d buy com.example.garden.club.plus.monthly seats 6", "--at",
            "15d refund 1 seats",
            "--at", "20d seats 2", "--for", "3m", of: "com.example.garden.club.plus.monthly")
        #expect(run.status == 0 && run.err.isEmpty, "\(run.err)")
        for part in [
            "begins  $19.96 for 4 seats", "seats   6 seats now; renews with 6 seats", "seats   5 seats now",
            "renews with 2 seats for $9.98", "renews  $9.98 for 2 seats",
        ] {
            #expect(run.out.contains(part), "\(part)\n\(run.out)")
        }
    }

    @Test(
        "What is done at some time is seen: grace, retry, recovery, a price that nobody agrees to, a change, a refund")
    func acts() async throws {
        let run = try await timeline(
            "--at", "50d grace on", "--at", "50d card declined", "--at", "70d card ok", "--at", "4m price 5", "--at",
            "7m buy \(Sample.club)", "--at", "8m buy com.example.garden.club.plus.monthly", "--at",
            "260d card declined",
            "--at", "15m buy \(Sample.club)", "--at", "16m refund 50%", "--for", "2y")
        #expect(run.status == 0 && run.err.isEmpty)
        for part in [
            "2026-03-31  grace     not paid, kept until 2026-04-16",
            "2026-04-11  recovers  $2.99, until 2026-04-30",
            "2026-05-31  plan      renews for $5.00, if the customer agrees to that price",
            "2026-06-30  ends      the customer did not agree to the price",
            "2026-08-31  begins    $2.99, until 2026-09-30",
            "2026-09-30  changes   into com.example.garden.club.plus.monthly, $4.99, until 2026-10-30",
            "2026-10-30  grace     not paid, kept until 2026-11-15",
            "2026-11-15  retry     not paid, lost; retried until 2026-12-29",
            "2026-12-29  ends      it could not be paid",
            "2027-05-31  revoked   the money is refunded",
            "= paid   - offer   . not subscribed   ~ not paid, kept   ! not paid, lost",
            "2027-06-30  renews    $2.99, until 2027-07-30",
            "given back; then it is subscribed.",
        ] {
            #expect(run.out.contains(part), "\(part)\n\(run.out)")
        }
        #expect(run.lines.allSatisfy { $0.count <= 80 || $0.contains("changes") }, "\(run.out)")
    }

    @Test("In forty columns the drawing is forty wide")
    func narrow() async throws {
        let place = try Workplace()
        let timeline = try await Timeline(
            Sample.club, from: Timestamp(milliseconds: 1_767_225_600_000), for: try TimeSpan("10y"),
            of: try StoreFile(path: place.sample), acts: [try TimelineAct("3y renew off")], isMonthly: false)
        let lines = TimelineDrawing(timeline, width: 40).lines
        #expect(lines[0] == "2026-01-01          2031-01-01")
        #expect(lines[1] == "-===========............................", "\(lines)")
        #expect(TimelineDrawing(timeline, width: 3).lines[1].count == 40)
    }

    @Test("For programs: each event as an object with the subscription as it is then, and the whole")
    func json() async throws {
        let objects = try await timeline("--for", "4m", "--at", "2m renew off", "--json").objects()
        try #require(objects.count == 6)
        #expect(objects.map { $0["type"] as? String } == ["event", "event", "event", "event", "event", "timeline"])
        #expect(objects.map { $0["event"] as? String } == ["begins", "renews", "renews", "plan", "ends", nil])
        #expect(objects[3]["willAutoRenew"] as? Bool == false)
        #expect(objects[4]["state"] as? String == "expired" && objects[4]["expirationReason"] as? Int == 1)
        #expect(objects[5]["payments"] as? Int == 3)
        #expect((objects[5]["paid"] as? [String: Double])?["USD"] == 4.97)
        #expect((objects[0]["transaction"] as? [String: Any])?["offer"] as? String == "introductory")
    }

    @Test("What the app's server is told, in place of the drawing")
    func notifications() async throws {
        let run = try await timeline("--for", "3m", "--at", "1m renew off", "--notifications")
        #expect(run.status == 0)
        let types = run.lines.map { $0.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
        #expect(types.first == "SUBSCRIBED/INITIAL_BUY" && types.last == "EXPIRED/VOLUNTARY")
        #expect(types.contains("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"))
        let objects = try await timeline("--for", "3m", "--notifications", "--json").objects()
        #expect(objects.allSatisfy { $0["type"] as? String == "notification" } && objects.count > 1)
        #expect(objects.first?["subtype"] as? String == "INITIAL_BUY")
    }

    @Test("The server makes a period longer, and those of all who have the product")
    func extensions() async throws {
        let run = try await timeline(
            "--for", "2m", "--at", "1d extend 7d", "--at", "2d extend 1m all \(Sample.club)", "--notifications")
        #expect(run.status == 0, "\(run.err)")
        for part in ["RENEWAL_EXTENDED", "RENEWAL_EXTENSION/SUMMARY", "1 of 1"] {
            #expect(run.out.contains(part), "\(run.out)")
        }
    }

    @Test("A product that is no subscription, and an act that cannot be done: status 1, and one line says what to do")
    func rejected() async throws {
        let seeds = try await timeline(of: Sample.seeds)
        #expect(seeds.status == 1 && seeds.errorLines.count == 1 && seeds.out.isEmpty)
        #expect(seeds.err.contains("its subscriptions are") && seeds.err.contains(Sample.club))
        let late = try await timeline("--at", "1m renew off", "--at", "3m consent yes")
        #expect(late.status == 1 && late.errorLines.count == 1)
        #expect(late.err.contains("“consent yes” is not possible then"))
        let plan = try await timeline("--monthly")
        #expect(plan.status == 1 && plan.errorLines.count == 1)
    }

    @Test("A time that is too long is refused, and what happens too often too")
    func tooMuch() async throws {
        #expect(try await timeline("--for", "101y").status == 64)
        let run = try await timeline("--for", "100y", of: "com.example.garden.club.plus.yearly")
        #expect(run.status == 0)
        #expect(run.out.contains("99 times, $39.99 each") || run.out.contains("98 times, $39.99 each"), "\(run.out)")
    }
}
