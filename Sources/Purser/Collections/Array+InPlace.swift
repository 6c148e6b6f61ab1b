extension Array {
    /// Hands out each element where it stands, for batches that pass through many hands.
    ///
    /// A loop hands out a copy, whose references are counted up and down again.
    @inline(__always)
    func forEachInPlace<Failure: Error>(
        _ body: (_ index: Int, _ element: borrowing Element) throws(Failure) -> Void
    ) throws(Failure) {
        try withUnsafeBufferPointer { elements throws(Failure) in
            for index in elements.indices { try body(index, elements[index]) }
        }
    }
}
