import Purser
import PurserTesting
import Testing

@Suite("The table of the hot path")
struct QuickTableTests {
    /// A key that often wants the slot of another one.
    private struct Crowded: TableKey {
        var number: Int
        var spread: UInt64 { UInt64(number % 5) &+ 13 }
    }

    @Test("M1, D1: it holds what a dictionary would hold, whatever is put in, changed and removed", arguments: 0..<50)
    func model(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var table = QuickTable<Crowded, Int>()
        var model: [Crowded: Int] = [:]
        for step in 0..<600 {
            let key = Crowded(number: Int.random(in: 0..<60, using: &generator))
            // Now growing, now shrinking, so that gaps are closed in every arrangement.
            let removes = (step / 150).isMultiple(of: 2) ? 1 : 3
            switch Int.random(in: 0..<5, using: &generator) {
            case 0:
                #expect((table.update(key) { $0 += 1 } == nil) == (model[key] == nil))
                model[key]? += 1
            case 1...removes: #expect(table.removeValue(forKey: key) == model.removeValue(forKey: key))
            default: (table[key], model[key]) = (step, step)
            }
            #expect(table[key] == model[key] && table.count == model.count)
        }
        #expect(Dictionary(uniqueKeysWithValues: zip(table.keys, table.values)) == model)
        for number in 0..<60 {
            let key = Crowded(number: number)
            #expect(table[key] == model[key])
            table[key] = nil
        }
        #expect(table.isEmpty && table.keys.isEmpty && table.values.isEmpty)
    }

    @Test("Reading ahead changes nothing, of a table that is shared neither")
    func readingAhead() {
        var table = QuickTable<PaymentToken, UInt64>()
        let tokens = (0..<UInt64(6_000)).map { PaymentToken(launch: 1, number: $0) }
        for token in tokens[..<4_000] { table[token] = token.number }
        let copy = table
        var touched: [UInt64] = []
        table.readAhead(Array(tokens[3_990...])) { number in
            touched.append(number)
            return number
        }
        #expect(touched == Array(3_990..<4_000))
        for token in tokens { table[token] = token.number + 1 }
        #expect(copy.count == 4_000 && table.count == 6_000)
        #expect(tokens[..<4_000].allSatisfy { copy[$0] == $0.number })
        #expect(tokens.allSatisfy { table[$0] == $0.number + 1 })
    }

    @Test("Tokens in a row do not stand in one long line")
    func absentTokens() {
        // An absent key is looked for until the next gap, so how long full stretches are is what a miss costs.
        var table = QuickTable<PaymentToken, Int>()
        for number in 0..<UInt64(50_000) { table[PaymentToken(launch: 1, number: number)] = 1 }
        let places = Set(table.keys.map { $0.spread & 65_535 })
        #expect(places.count > 30_000)
        #expect(table[PaymentToken(launch: 2, number: 7)] == nil)
    }

    @Test("D2: counts by product come to the same in any order")
    func tally() {
        var tally = ProductTally()
        for (product, count) in [("a", 2), ("a", 3), ("b", 1), ("a", -5), ("c", 0), ("b", 4)] {
            tally.add(count, of: product)
        }
        #expect(tally.counts == ["a": 0, "b": 5])
        tally.set("b", to: 9)
        tally.add(1, of: "b")
        #expect(tally.counts == ["a": 0, "b": 10])
    }
}
