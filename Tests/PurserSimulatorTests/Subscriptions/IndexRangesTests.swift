import Purser
import Testing

@testable import PurserSimulator

@Suite("Numbers as ranges")
struct IndexRangesTests {
    @Test("Whatever is added and taken out, it is the set of numbers that a set would be")
    func likeASet() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<200 {
            var (ranges, set) = (IndexRanges(), Set<Int>())
            var next = 0
            for _ in 0..<60 {
                switch random.below(4) {
                case 0:
                    next += random.below(3)
                    let end = next + random.below(6)
                    ranges.append(next..<end)
                    set.formUnion(next..<end)
                    next = end
                case 1:
                    let number = random.below(max(1, next))
                    #expect(ranges.remove(number) == (set.remove(number) != nil))
                case 2:
                    let number = random.below(max(1, next))
                    ranges.insert(number)
                    set.insert(number)
                    next = max(next, number + 1)
                default:
                    let taken = ranges.removeFirst(random.below(4))
                    #expect(taken == Array(set.sorted().prefix(taken.count)))
                    set.subtract(taken)
                }
                #expect(ranges.ranges.flatMap(Array.init) == set.sorted())
                #expect(ranges.count == set.count)
                #expect(zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
            }
        }
    }
}
