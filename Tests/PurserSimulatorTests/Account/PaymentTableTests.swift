import Purser
import Testing

@testable import PurserSimulator

@Suite("The table of payments")
struct PaymentTableTests {
    @Test("It answers like a dictionary, for tokens near and far, set, changed and taken away")
    func likeADictionary() {
        var generator = SplitMix64(seed: 5)
        var table = PaymentTable()
        var expected: [PaymentToken: Int] = [:]
        for step in 0..<6_000 {
            let number: UInt64 =
                switch generator.below(4) {
                case 0: UInt64(generator.below(50))
                case 1: UInt64(step)
                case 2: UInt64(generator.below(40_000))
                default: generator.happens(0.5) ? .max : .max - UInt64(generator.below(50))
                }
            let token = PaymentToken(launch: UInt64(generator.below(3)), number: number)
            #expect(word(table[token]) == expected[token])
            let place = generator.happens(0.2) ? nil : step
            table[token] = place.map { .bought($0) }
            expected[token] = place
        }
        #expect(table.entries.compactMapValues(word) == expected)
    }

    @Test("Each fate comes back as it was set")
    func fates() {
        var table = PaymentTable()
        let tokens = (0..<4).map { PaymentToken(launch: 1, number: $0) }
        table[tokens[0]] = .waits(0)
        table[tokens[1]] = .waits(7)
        table[tokens[2]] = .cancelled
        table[tokens[3]] = .bought(0)
        #expect(tokens.map { table[$0].map { "\($0)" } } == ["waits(0)", "waits(7)", "cancelled", "bought(0)"])
    }

    private func word(_ fate: PaymentFate?) -> Int? {
        if case .bought(let place)? = fate { place } else { nil }
    }
}
