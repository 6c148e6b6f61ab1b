extension ShopWish {
    /// The words of a line; a word with spaces is in double quotes, such as a reference name.
    static func words(of line: String) -> [String] {
        var words: [String] = []
        var rest = line[...]
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard let first = rest.first else { return words }
            let inside = rest.dropFirst()
            if first == "\"", let end = inside.firstIndex(of: "\""),
                inside[inside.index(after: end)...].first?.isWhitespace ?? true
            {
                words.append(String(inside[..<end]))
                rest = inside[inside.index(after: end)...]
            } else {
                let word = rest.prefix { !$0.isWhitespace }
                words.append(String(word))
                rest = rest[word.endIndex...]
            }
        }
    }
}
