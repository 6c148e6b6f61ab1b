import Purser

/// A set of mostly consecutive numbers, as ranges in ascending order.
struct IndexRanges: Sendable, Hashable {
    /// The ranges: not empty, not adjacent, in ascending order.
    private(set) var ranges: [Range<Int>] = []
    /// The number of elements.
    private(set) var count = 0

    /// Makes an empty set.
    init() {}

    var isEmpty: Bool { ranges.isEmpty }

    /// Adds numbers above all others.
    mutating func append(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        count += range.count
        if let last = ranges.last, last.upperBound == range.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
        } else {
            ranges.append(range)
        }
    }

    /// Adds a number.
    mutating func insert(_ number: Int) {
        var position = ranges.count
        while position > 0, ranges[position - 1].lowerBound > number { position -= 1 }
        guard position == 0 || ranges[position - 1].upperBound <= number else { return }
        count += 1
        let joinsBefore = position > 0 && ranges[position - 1].upperBound == number
        let joinsAfter = position < ranges.count && ranges[position].lowerBound == number + 1
        let start = joinsBefore ? ranges[position - 1].lowerBound : number
        let end = joinsAfter ? ranges[position].upperBound : number + 1
        let replaced = (joinsBefore ? position - 1 : position)..<(joinsAfter ? position + 1 : position)
        ranges.replaceSubrange(replaced, with: [start..<end])
    }

    func contains(_ number: Int) -> Bool { position(of: number) != nil }

    /// Removes a number; `false` if the set does not contain it.
    @discardableResult
    mutating func remove(_ number: Int) -> Bool {
        guard let position = position(of: number) else { return false }
        let range = ranges[position]
        let parts = [range.lowerBound..<number, number + 1..<range.upperBound].filter { !$0.isEmpty }
        if parts.count == 1 {
            ranges[position] = parts[0]
        } else {
            ranges.replaceSubrange(position...position, with: parts)
        }
        count -= 1
        return true
    }

    /// Removes the lowest numbers, at most `limit`, and returns them.
    mutating func removeFirst(_ limit: Int) -> [Int] {
        var taken: [Int] = []
        var used = 0
        for (position, range) in ranges.enumerated() {
            let part = range.prefix(limit - taken.count)
            taken += part
            if part.count < range.count {
                ranges[position] = part.endIndex..<range.upperBound
                break
            }
            used += 1
        }
        ranges.removeFirst(used)
        count -= taken.count
        return taken
    }

    private func position(of number: Int) -> Int? {
        let position = ranges.boundary(after: { $0.upperBound <= number })
        return position < ranges.count && ranges[position].contains(number) ? position : nil
    }
}

extension IndexRanges: Codable {
    /// Reads pairs of a first number and a count.
    init(from decoder: any Decoder) throws {
        for pair in try [[Int]](from: decoder) {
            guard pair.count == 2, pair[0] >= ranges.last?.upperBound ?? 0, (1...Int(Int32.max)).contains(pair[1]),
                pair[0] <= Int(Int32.max)
            else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "\(pair) is not a range after the others"))
            }
            append(pair[0]..<pair[0] + pair[1])
        }
    }

    /// Writes pairs of a first number and a count.
    func encode(to encoder: any Encoder) throws { try ranges.map { [$0.lowerBound, $0.count] }.encode(to: encoder) }
}
