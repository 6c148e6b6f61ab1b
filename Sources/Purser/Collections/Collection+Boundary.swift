extension RandomAccessCollection where Index == Int {
    /// The first index whose element does not match, in a collection in which all matching elements come first.
    @inlinable  // The other modules use it in performance-critical code.
    package func boundary(after isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
