extension Array {
    /// Passes each element in its place, without a copy, for batches that pass through many functions.
    ///
    /// A loop copies each element, whose references are counted up and down again.
    @inline(__always)
    func forEachInPlace<Failure: Error>(
        _ body: (_ index: Int, _ element: borrowing Element) throws(Failure) -> Void
    ) throws(Failure) {
        try withUnsafeBufferPointer { elements throws(Failure) in
            for index in elements.indices { try body(index, elements[index]) }
        }
    }
}
