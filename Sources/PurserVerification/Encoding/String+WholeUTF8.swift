extension String {
    /// The text that these bytes spell in UTF-8, all of them; `nil` when they spell none.
    ///
    /// Foundation's reader drops a mark of the byte order (U+FEFF) before the text, so that a text would have two spellings.
    init?(wholeUTF8 bytes: ArraySlice<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        // What is not UTF-8 was mended, and so differs.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
