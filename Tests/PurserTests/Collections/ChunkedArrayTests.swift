import PurserTesting
import Testing

@testable import Purser

@Suite("An array in chunks")
struct ChunkedArrayTests {
    @Test("Whatever is put in and removed, it is what an array is, forwards and backwards")
    func likeAnArray() {
        for seed in 1...20 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var array = Array(0..<random.index(below: 700))
            var chunked = ChunkedArray(array)
            for number in 0..<1_500 {
                let index = random.index(below: array.count + 1)
                let place = chunked.index(chunked.startIndex, offsetBy: index)
                if index == array.count || random.index(below: 5) > 0 {
                    array.insert(-number, at: index)
                    chunked.insert(-number, at: place)
                } else {
                    array.remove(at: index)
                    chunked.remove(at: place)
                }
            }
            #expect(Array(chunked) == array && Array(chunked.reversed()) == array.reversed())
            #expect(chunked.count == array.count && chunked.last == array.last && chunked.first == array.first)
        }
    }

    @Test("A copy stays as it was")
    func copies() {
        var chunked = ChunkedArray(Array(0..<1_000))
        let before = chunked
        for number in 1_000..<2_000 { chunked.append(number) }
        chunked.remove(at: chunked.startIndex)
        #expect(Array(before) == Array(0..<1_000) && Array(chunked) == Array(1..<2_000))
        var none = ChunkedArray<Int>([])
        #expect(none.isEmpty && none.last == nil)
        none.insert(7, at: none.endIndex)
        none.remove(at: none.startIndex)
        #expect(none.isEmpty && none.startIndex == none.endIndex)
    }
}
