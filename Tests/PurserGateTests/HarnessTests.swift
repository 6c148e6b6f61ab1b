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
        "Wrong words are refused with one line", arguments: ["--bad", "--callers", "--order up", "--callers 0", "a b"])
    func wrongWords(line: String) {
        #expect(throws: UsageError.self) { try OptionReader.read(line.split(separator: " ").map(String.init)) }
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
