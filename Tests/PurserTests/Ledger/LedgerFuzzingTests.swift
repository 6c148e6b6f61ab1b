import Foundation
import Purser
import PurserTesting
import Testing

@Suite("The ledger's decoders, given anything", .timeLimit(.minutes(30)))
struct LedgerFuzzingTests {
    /// Inputs that once brought a decoder down.
    static let findings = [
        "AQEBIQEBAQA7AAAAAAAAFwIBAAKgoKCgAQEhAQEBAAAAAAAAAA==",
        // Told as finished, and then as not finished.
        "n1thurq/v2C/urq/v46tAAAAjk9wdGlvbo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6OjnJxcWyOjo"
            + "6Ojo6Ojo6Ojo6Ojo6Ojo6OjoeOjo6Ojo6OPY5bQ2J7BnuOjo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6OjoeOjo6Ojo6OPY5bQ2J7BnuOjo6Ojo6Ojo6Ojo6Ov7+/urq/v7+/v7+/v1tDurq6AroCYnsGAAAAurp7urom",
        "IbY/BiGOjg8Ajo6Ojo6Ojo6OjjKOjo6OSW50jiuOjo6Ono6Ojt7e3t7e3t6Gjo6Gjo6Ojo6Ojo6OjiaOjo4yIo6Ojo6Ojo6Ojo6O"
            + "jjKOjo6OSW50jiuOjo6Ono6OjoaOjo7R0dHR0dGOjo6OjtHR0dHR0Y6Ojo6OjgAAAAAAAI6Ojo6Ojm53jo6Ojo6Ono6OU46Gjo6O"
            + "jvLy8vLy8vLy8vKOjo6OdDWOjo5+fn5+fn5+jo6Ojo6Ojo40jo6Ojo6Ojo6Ojm53jo6Ojo6Ono6OU46Gjo6OjvLy8vLyjo6OjpmO"
            + "jo6Gjo6O0dHR0dHRjo6Ojo7R0dHR0dGOjo6Ojo4AAAAAAACOjo6Ojo5ud46Ojo6Ojp6OjlOOho6Ojo7y8vLy8vLy8vLyjo6OjnQ0"
            + "jo6Ofn5+fn5+fo6Ojo6Ojo6ONI6Ojo6Ojo6Ojo5ud46Ojo6Ojp6OjlOOho6Ojo7y8vLy8vLy8vLyjo6OjnQ0jo6Ofn5+fn5+fo6O"
            + "jo6Ojo6ONI6Ojmy2bnSOK44BAAAAAAAAEY6Ojp46jo6OLI6Ojo6Ojo6Ojo4mjo4kSW50jo6Ojo6O",
        "bgE4onKioqKpoqKiogEA7wD/Xl5eXl5eBv//////KRvi8vLy8vLy8vLy8vLy8vLy8vLy6PLy8vLy8vLy8vLy8vLy8vLy8vLy8vIk"
            + "8vLy8vLy8vLy8vLy8vLy8vLy8vLy8vLy8vKipqKio6KionKioqKpoqKiogEA7wD/Xl5eXl5eBv//////KRsg8vLy8vLy8vLy8gEA"
            + "AAAAAADy8vLy8gTy8vLo8vLy8vLy8vLy8vLy8vLy8vLy8vLy8iTy8vLy8vLy8/Ly8vLy8vLy8vLy8vLy8vLyoqaioqOioqKiovDw"
            + "8PDw8fDw8PDw8PDw8PDw8KKioqKioqKioqJCb29sQ2hhcmFhY//7oqLw8JKSkpKSkpKSkpKSkpKSkpKSkpKSkpL/QQAGBq7y8vLy"
            + "8vLz8vLy8vLy8vLy8vLy8vLy8vKipqKio6KioqKi8PDw8PDx8PDw8PDw8PDw8PDwoqKioqKioqKiokJvb2xDaGFyYWFj//uiovDw"
            + "kpKSkpKSkpKSkpKSkpKSkpKSkpKSkv9BAAYGrmmysrKysrKysrKysrKysrKysrKysrKysrKysrKysrKysrKy8PDw8PDw8PDw8PDw"
            + "8PDw8KKioqKioqKioqKioqKIoqL///8AggpJIW4=",
        "bgE4onKioqKpoqKiogEA7wD/Xl5eXl5eBv//////KRsg8vLy8vLy8vLy8vLy8vLy8vLy6PLy8vLy8vLy8vzy8vLy8vLy8vLy8vIk"
            + "8vLy8vLy8vLy8vLy6vL68vLyXl4G8l5eBv//////KRsg8vLy8vLy8vLy8vLy8vLy8vLy6PLy8gAPJiDOPaKioqKsovLy8vLy8vLy"
            + "8vLy8ujy8vLy8vLy8vL88vLy8vLy8vLy8vLyJPLy8vLy8vLy8vLy8uryoqKioqKiooiiov///wCiCkkhbg==",
        // Two offers in one request, in an order that changes from run to run.
        "AAERCy0ABADxAAAAAAAAEQstAAwA8QAAABoAAAABEQstAAQA8QAAAAAAABELLQAE8QAAAAAaAAAAAP////////8KAAAAABEAAAAAAAAAEQAF",
    ]

    @Test("What was wrong once is right now", arguments: findings)
    func known(_ base64: String) throws {
        let answer = LedgerFuzzing.decode(Array(try #require(Data(base64Encoded: base64))))
        if case .wrong(let what) = answer { Issue.record("\(what)") }
    }

    @Test("Mutations of records, frames and files are read or refused; no crash, no hang", arguments: 0..<2)
    func mutations(half: Int) throws {
        var generator = SeededGenerator(seed: UInt64(half), purpose: "fuzzing")
        let seeds = Self.seeds
        var counts: [LedgerFuzzing.Answer: Int] = [:]
        for _ in 0..<plain(1_500, long: 6_000) {
            var input = seeds[generator.index(below: seeds.count)]
            for _ in 0...generator.index(below: 4) { Self.mutate(&input, &generator) }
            let answer = LedgerFuzzing.decode(input)
            if case .wrong(let what) = answer { Issue.record("\(what): \(Data(input).base64EncodedString())") }
            counts[answer, default: 0] += 1
        }
        #expect(counts[.read, default: 0] > 0 && counts[.rejected, default: 0] > 0)
    }

    @Test("E2: any bytes as events of a backend, or as a configuration, are taken in or refused", arguments: [5, 6])
    func entrance(decoder: Int) {
        var generator = SeededGenerator(seed: UInt64(decoder), purpose: "fuzzing the entrance")
        var counts: [LedgerFuzzing.Answer: Int] = [:]
        for _ in 0..<plain(800, long: 3_000) {
            let bytes = (0...generator.index(below: 400)).map { _ in UInt8(generator.index(below: 256)) }
            let input = LedgerFuzzing.input(decoder, bytes)
            let answer = LedgerFuzzing.decode(input)
            if case .wrong(let what) = answer { Issue.record("\(what): \(Data(input).base64EncodedString())") }
            counts[answer, default: 0] += 1
        }
        #expect(counts[.read, default: 0] > 25)
    }

    /// Inputs for every decoder that are right.
    private static let seeds: [[UInt8]] = {
        var seeds: [[UInt8]] = []
        var state = LedgerState(archivingLimit: 1)
        var (log, snapshot): ([LedgerRecord], [LedgerRecord]) = ([], [])
        for number in 1...6 {
            for record in LedgerSamples.purchase(number) {
                state.apply(record)
                log.append(record)
            }
        }
        state.write { snapshot.append($0) }
        for (decoder, records) in [(1, log), (3, snapshot)] {
            seeds.append(LedgerFuzzing.input(decoder, payload(records)))
            seeds += records.map { LedgerFuzzing.input(0, $0.bytes) }
        }
        let header = SegmentHeader(kind: .log, number: 1, ledger: 7)
        var file = header.bytes
        Frame.write(payload(log), mark: header.mark, chain: header.chain, safeEnd: file.count, base: 0, into: &file)
        seeds.append(LedgerFuzzing.input(2, Array(file.dropFirst(SegmentHeader.size))))
        seeds.append(LedgerFuzzing.input(4, file))
        return seeds
    }()

    /// The records, each with its length in front: below 2¹⁴, in one or two bytes.
    private static func payload(_ records: [LedgerRecord]) -> [UInt8] {
        records.map(\.bytes).reduce(into: []) { payload, bytes in
            if bytes.count >= 0x80 { payload.append(UInt8(bytes.count & 0x7F) | 0x80) }
            payload.append(UInt8(bytes.count >= 0x80 ? bytes.count >> 7 : bytes.count))
            payload += bytes
        }
    }

    private static func mutate(_ input: inout [UInt8], _ generator: inout SeededGenerator) {
        // The first byte says which decoder is meant.
        guard input.count > 1 else { return input.append(UInt8(generator.index(below: 256))) }
        let place = 1 + generator.index(below: input.count - 1)
        switch generator.index(below: 6) {
        case 0: input[place] ^= 1 << UInt8(generator.index(below: 8))
        case 1: input[place] = UInt8(generator.index(below: 256))
        case 2: input.removeLast(input.count - place)
        case 3: input.insert(UInt8(generator.index(below: 256)), at: place)
        case 4: input.replaceSubrange(place..<place, with: input[generator.index(below: place)..<place])
        default: input.replaceSubrange(place..<place, with: [0xFF, 0xFF, 0xFF, 0xFF, 0x0F])
        }
    }
}
