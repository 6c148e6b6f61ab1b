extension PaymentRequest {
    /// Checks the documented limits, so that nonsense never reaches ledger or backend.
    ///
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` or `.invalidQuantity`.
    func validate() throws(PurchaseFailure) {
        try Self.validate(productID: productID)
        guard (1...Self.maximumQuantity).contains(quantity) else {
            throw PurchaseFailure(
                .invalidQuantity,
                "The quantity is \(quantity); the store takes 1 to \(Self.maximumQuantity) in one payment.",
                productID: productID)
        }
        if !options.isEmpty { try validateOptions() }
        guard !context.isEmpty else { return }
        let bytes = context.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        guard bytes <= Self.maximumContextBytes else {
            throw PurchaseFailure(
                .invalidRequest,
                "The context has \(bytes) bytes; at most \(Self.maximumContextBytes) are kept with a payment. "
                    + "Keep large data elsewhere and put its key here.",
                productID: productID)
        }
    }

    private func validateOptions() throws(PurchaseFailure) {
        let bytes = options.reduce(0) { $0 + $1.byteCount }
        guard bytes <= Self.maximumOptionBytes else {
            throw PurchaseFailure(
                .invalidRequest,
                "The options have \(bytes) bytes; at most \(Self.maximumOptionBytes) are kept with a payment.",
                productID: productID)
        }
        var subjects: Set<String> = []
        for option in options where !subjects.insert(option.subject).inserted {
            throw PurchaseFailure(
                .invalidRequest,
                "Two options say \(option.subject); leave one of them out.",
                productID: productID)
        }
    }

    /// Checks an identifier: not empty, not too long, no control characters.
    static func validate(productID: String) throws(PurchaseFailure) {
        let bytes = productID.utf8.count
        guard bytes > 0, bytes <= maximumProductIDBytes, !productID.hasControlCharacters else {
            let shown = String(productID.prefix(80).map { $0.asciiValue.map { $0 < 0x20 } == true ? "?" : $0 })
            throw PurchaseFailure(
                .invalidRequest,
                "A product identifier has 1 to \(maximumProductIDBytes) bytes and no control characters; "
                    + "this one has \(bytes) bytes.",
                productID: shown)
        }
    }
}

extension String {
    fileprivate var hasControlCharacters: Bool {
        let found = utf8.withContiguousStorageIfAvailable { bytes in bytes.contains { $0 < 0x20 || $0 == 0x7F } }
        return found ?? utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}
