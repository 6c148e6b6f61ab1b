import Purser
import Testing

@Suite("Fifo")
struct FifoTests {
    @Test("First in, first out, through many wrap-arounds")
    func order() {
        var line = Fifo<Int>()
        var next = 0
        var expected = 0
        for round in 0..<500 {
            for _ in 0..<(round % 7) {
                line.append(next)
                next += 1
            }
            for _ in 0..<(round % 5) {
                guard let first = line.first else { break }
                #expect(line.popFirst() == first && first == expected)
                expected += 1
            }
            #expect(line.prefix(2) == Array((expected..<next).prefix(2)))
            #expect(line.reduce(first: 2, [Int]()) { $0 + [$1] } == Array((expected..<next).prefix(2)))
            #expect(line.count == next - expected && line.isEmpty == (next == expected))
        }
        while let element = line.popFirst() {
            #expect(element == expected)
            expected += 1
        }
        #expect(expected == next && line.first == nil)
    }
}
