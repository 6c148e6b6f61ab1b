// Tags, texts and references.
extension XMLPropertyList {
    private static let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    func starts(with text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    mutating func pass(_ text: String) throws(JSONScan.Mistake) {
        let start = index
        let first = text.utf8.first
        while index < bytes.count, bytes[index] != first || !starts(with: text) { index += 1 }
        guard index < bytes.count else {
            index = start
            throw fault("what begins here is never closed")
        }
        index += text.utf8.count
    }

    mutating func tag() throws(JSONScan.Mistake) -> Tag {
        let start = index
        var quote: UInt8?
        while index < bytes.count, quote != nil || bytes[index] != UInt8(ascii: ">") {
            let byte = bytes[index]
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            index += 1
        }
        guard index < bytes.count else {
            index = start
            throw fault("this tag is never closed")
        }
        var inside = bytes[(start + 1)..<index]
        index += 1
        let isEnd = inside.first == UInt8(ascii: "/")
        if isEnd { inside.removeFirst() }
        let isEmpty = !isEnd && inside.last == UInt8(ascii: "/")
        if isEmpty { inside.removeLast() }
        let name = String(decoding: inside.prefix { !JSONScan.isBlank($0) }, as: UTF8.self)
        return Tag(name: name[...], isEnd: isEnd, isEmpty: isEmpty)
    }

    /// The text of an element up to its end; `nil` when it is not UTF-8.
    mutating func content(of name: Substring) throws(JSONScan.Mistake) -> String? {
        let start = index
        var text: [UInt8] = []
        while index < bytes.count {
            let plain = bytes[index...].prefix { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
            text += plain
            index += plain.count
            if starts(with: "&") {
                text += try character()
            } else if starts(with: "<![CDATA[") {
                let from = index + 9
                try pass("]]>")
                text += bytes[from..<max(from, index - 3)]
            } else if starts(with: "</") {
                let place = index
                let end = try tag()
                guard end.name == name else {
                    index = place
                    throw fault("<\(name)> is not closed before this")
                }
                return String(wholeUTF8: text[...])
            } else if starts(with: "<!--") {
                try pass("-->")
            } else if index < bytes.count {
                throw fault("<\(name)> has no elements")
            }
        }
        index = start
        throw fault("<\(name)> is never closed")
    }

    /// The character of a reference.
    private mutating func character() throws(JSONScan.Mistake) -> String.UTF8View {
        let start = index
        let name = bytes[(index + 1)...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
        index += name.count + 2
        let word = String(decoding: name, as: UTF8.self)
        if let character = Self.named[word] { return character.utf8 }
        var code: UInt32?
        if word.hasPrefix("#x") {
            code = UInt32(word.dropFirst(2), radix: 16)
        } else if word.hasPrefix("#") {
            code = UInt32(word.dropFirst())
        }
        guard let scalar = code.flatMap(Unicode.Scalar.init), index <= bytes.count else {
            index = start
            throw fault("this is not a character; write & as &amp;")
        }
        return String(Character(scalar)).utf8
    }

    /// The fault at this place, with line and column.
    func fault(_ message: String) -> JSONScan.Mistake { JSONScan.Mistake(message).located(in: bytes, at: index) }
}
