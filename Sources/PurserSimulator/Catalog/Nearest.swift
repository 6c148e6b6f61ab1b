/// The word that was probably intended.
package enum Nearest {
    /// The candidate that is most similar to a word; `nil` if each differs in more than a third of it.
    ///
    /// A missing, additional, wrong or swapped letter counts as one difference; upper and lower case are equal.
    package static func word(to word: String, of candidates: some Sequence<String>) -> String? {
        let limit = max(1, word.count / 3)
        guard word.count <= 200 else { return nil }
        let letters = Array(word.lowercased())
        var best: (word: String, distance: Int)?
        for candidate in candidates where abs(candidate.count - word.count) <= limit {
            let distance = distance(letters, Array(candidate.lowercased()))
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var (before, last) = ([Int](), Array(0...b.count))
        for row in 1...a.count {
            var next = [row]
            for column in 1...b.count {
                let isSame = a[row - 1] == b[column - 1]
                var least = min(next[column - 1] + 1, last[column] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, a[row - 1] == b[column - 2], a[row - 2] == b[column - 1] {
                    least = min(least, before[column - 2] + 1)
                }
                next.append(least)
            }
            (before, last) = (last, next)
        }
        return last[b.count]
    }
}
