import Purser
import PurserSimulator
import Testing

@testable import PurserBench

@Suite("The load harness")
struct HarnessTests {
    @Test("A run that granted something else than it charged counts as wrong")
    func wrongRun() async throws {
        let shop = try await Shop(.init())
        try await shop.buy()
        await #expect(throws: WrongRun.self) { try await shop.close(expecting: 2, finishing: 1) }
    }

    @Test(
        "Figures have three digits that count, and never lose a thousand",
        arguments: [
            (1_230, "1,230"), (1_234_567.5, "1,234,568"), (45.64, "45.6"), (0.784, "0.78"), (0.05, "0.050"), (7, "7"),
            (123.4, "123"), (-2_000, "-2,000"), (.infinity, "–"),
        ])
    func figures(value: Double, text: String) { #expect(Text.number(value) == text) }

    @Test(
        "Wrong words are refused with one line", arguments: ["--bad", "--callers", "--order up", "--callers 0", "a b"])
    func wrongWords(line: String) {
        #expect(throws: UsageError.self) { try OptionReader.read(line.split(separator: " ").map(String.init)) }
    }

    @Test(
        "An option that a scenario cannot honour is refused with one line and status 64",
        arguments: [
            "restores --callers 5", "purchases --order lifo", "counts --purchases 5", "open-loop --repeats 2",
            "purchases-file --ledger memory", "catalog --seconds 1", "purchases --seconds 1", "--callers 5",
            "--list purchases", "--list --json", "purchases --rounds 3", "against other --callers 5",
            "against other purchases", "--compare old new --callers 5", "--compare old new restores",
        ])
    func idleOptions(line: String) async {
        let reported = Lines()
        #expect(await reported.status(of: line) == 64)
        #expect(reported.output.isEmpty)
        #expect(reported.errors.count == 1 && reported.errors[0].contains("--"))
    }

    @Test("Every option is honoured by some scenario")
    func options() { #expect(Set(Scenario.all.flatMap(\.options)) == Set(LoadOption.allCases)) }

    @Test("Counting purchases of a backend that tells more than it charges is a wrong run")
    func wrongCounts() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        #expect(throws: WrongRun.self) { try SteadyCounts.measure(callers: 4, flaw: .tellsTwo) }
    }

    @Test("A mixed load in which something is granted that nobody paid for prints no figure and ends with status 1")
    func wrongMixedLoad() async {
        let wrong = Scenario(name: "mixed", summary: "", options: []) { bench in
            var load = MixedLoad(bench: bench.with { $0.seconds = 0.1 })
            load.meddle = { appStore in
                let forged = LoadBackend.transaction(-1, Shop.product, Timestamp(milliseconds: 0))
                appStore.inbox.put([.transaction(BackendTransaction(forged, origin: .other(nil), needsFinish: false))])
            }
            return [try await load.row()]
        }
        let reported = Lines()
        #expect(await reported.status(of: "mixed", [wrong]) == 1)
        #expect(reported.output.isEmpty)
        #expect(reported.errors.count == 1)
    }

    @Test("A right mixed load prints its figures and ends with status 0")
    func rightMixedLoad() async {
        let reported = Lines()
        #expect(await reported.status(of: "mixed --seconds 0.1 --callers 8 --subscribers 2") == 0)
        #expect(reported.output.contains { $0.contains("fault rate") })
        #expect(reported.errors.isEmpty)
    }

    @Test("Restores, fan-out, opening and compaction come out right with small numbers")
    func smallRuns() async {
        let lines = [
            "restores --purchases 201 --repeats 1 --fault-rate 0.2",
            "fanout --purchases 64 --subscribers 3 --repeats 1",
            "ledger --purchases 4 --repeats 1", "compaction --purchases 4 --callers 2 --repeats 1",
        ]
        for line in lines {
            let reported = Lines()
            #expect(await reported.status(of: line) == 0)
            #expect(reported.errors.isEmpty)
        }
    }

    @Test("Waiting payments are answered in the order asked for")
    func orders() {
        var oldest = WaitingLine<Int>(order: .fifo)
        var newest = WaitingLine<Int>(order: .lifo)
        var any = WaitingLine<Int>(order: .random)
        for number in 1...100 {
            oldest.append(number)
            newest.append(number)
            any.append(number)
        }
        #expect(oldest.take(3) == [1, 2, 3])
        #expect(newest.take(3) == [100, 99, 98])
        let taken = any.take(.max)
        #expect(taken.sorted() == Array(1...100))
        #expect(taken != Array(1...100) && taken != Array((1...100).reversed()))
    }

    @Test("A quantile is at most 3 % above the time it stands for")
    func quantiles() {
        let histogram = LatencyHistogram((1...100_000).map { $0 })
        for (share, exact) in [(0.5, 50_000.0), (0.9, 90_000), (0.99, 99_000), (0.999, 99_900), (1, 100_000)] {
            #expect(histogram.quantile(share) >= exact)
            #expect(histogram.quantile(share) <= exact * 1.032)
        }
    }

    @Test("A change counts only beyond what the repetitions differ by")
    func noise() {
        let old = Figure(.rate, [90, 100, 110])
        #expect(!Comparison.isBeyondNoise(old, Figure(.rate, [111, 115, 125])))
        #expect(Comparison.isBeyondNoise(old, Figure(.rate, [140, 145, 150])))
        #expect(!Comparison.isBeyondNoise(Figure(.rate, 100), Figure(.rate, 120)))
        #expect(Comparison.isBeyondNoise(Figure(.counted("jobs"), 5), Figure(.counted("jobs"), 6)))
    }
}
