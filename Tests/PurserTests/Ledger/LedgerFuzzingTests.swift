import Foundation
import Purser
import PurserTesting
import Testing

@Suite("The ledger's decoders, given anything", .timeLimit(.minutes(10)))
struct LedgerFuzzingTests {
    /// Inputs that once brought a decoder down.
    static let findings = [
        "AQEBIQEBAQA7AAAAAAAAFwIBAAKgoKCgAQEhAQEBAAAAAAAAAA=="
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
        for _ in 0..<TestScale.scaled(6_000) {
            var input = seeds[generator.index(below: seeds.count)]
            for _ in 0...generator.index(below: 4) { Self.mutate(&input, &generator) }
            let answer = LedgerFuzzing.decode(input)
            if case .wrong(let what) = answer { Issue.record("\(what): \(Data(input).base64EncodedString())") }
            counts[answer, default: 0] += 1
        }
        #expect(counts[.read, default: 0] > 0 && counts[.refused, default: 0] > 0)
    }

    /// Inputs for every decoder that are right.
    private static let seeds: [[UInt8]] = {
        var seeds: [[UInt8]] = []
        var state = LedgerState(settlingLimit: 1)
        var (log, snapshot) = (FieldWriter(), FieldWriter())
        for number in 1...6 {
            for record in LedgerSamples.purchase(number) {
                state.apply(record)
                log.record(record)
            }
        }
        state.tell { snapshot.record($0) }
        for (decoder, writer) in [(1, log), (3, snapshot)] {
            var reader = FieldReader(writer.bytes)
            seeds.append(LedgerFuzzing.input(decoder, writer.bytes))
            while let range = try? reader.lengthPrefixed() {
                seeds.append(LedgerFuzzing.input(0, Array(writer.bytes[range])))
            }
        }
        let header = SegmentHeader(kind: .log, number: 1, firstSequence: 1, ledger: 7)
        var file = header.bytes
        Frame.write(log.bytes, mark: header.mark, safeEnd: file.count, base: 0, into: &file)
        return seeds + [
            LedgerFuzzing.input(2, Array(file.dropFirst(SegmentHeader.size))), LedgerFuzzing.input(4, file),
        ]
    }()

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
