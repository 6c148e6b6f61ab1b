/// Text that is broken between words, so that no terminal breaks it within a word.
enum Paragraphs {
    static let leastWidth = 40

    /// Breaks lines that are too long for a terminal between their columns, otherwise between words; `nil` breaks none.
    static func folded(_ text: String, width: Int?) -> String {
        guard let width, width >= leastWidth else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { folded(line: String($0), width).joined(separator: "\n") }.joined(separator: "\n")
    }

    private static func folded(line: String, _ width: Int) -> [String] {
        var lines: [String] = []
        var rest = line[...]
        let indent = String(line.prefix { $0 == " " }) + "    "
        while let end = Fold.end(of: rest, width - (lines.isEmpty ? 0 : indent.count)) {
            lines.append((lines.isEmpty ? "" : indent) + rest[..<end])
            rest = rest[end...].drop { $0 == " " }
        }
        return lines + [(lines.isEmpty ? "" : indent) + rest]
    }

    /// Text in lines of at most `width` columns.
    ///
    /// The lines of a paragraph are joined; lines with columns, which are separated by two spaces, stay.
    static func wrapped(_ text: String, width: Int) -> String {
        let parts = text.split(separator: "\n\n", omittingEmptySubsequences: false).map { part in
            guard !part.contains("  ") else {
                return part.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { hanging(String($0), width) }.joined(separator: "\n")
            }
            return lines(words(part), width).joined(separator: "\n")
        }
        return parts.joined(separator: "\n\n")
    }

    /// Rows of two cells: the second is in its own column, or below the first if the column is too narrow.
    static func columns(_ rows: [[String]], width: Int) -> String {
        let column = min(width * 3 / 8, (rows.map { $0.first?.count ?? 0 }.max() ?? 0) + 2)
        let indent = String(repeating: " ", count: column)
        return rows.flatMap { row -> [String] in
            let first = row.first ?? ""
            let rest = lines(words(row.dropFirst().joined(separator: "  ")[...]), width - column).map { indent + $0 }
            guard first.count + 2 <= column, let top = rest.first else { return [first] + rest }
            return [first + top.dropFirst(first.count)] + rest.dropFirst()
        }.joined(separator: "\n")
    }

    /// One line with a column; its rest continues below the column.
    private static func hanging(_ line: String, _ width: Int) -> String {
        guard line.count > width, let gap = line.firstRange(of: #/ {2,}/#) else { return line }
        return columns([[String(line[..<gap.lowerBound]), String(line[gap.upperBound...])]], width: width)
    }

    private static func words(_ text: Substring) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map { String($0) }
    }

    /// Words in lines; all but the first line are indented.
    static func lines(_ words: [String], _ width: Int, indent: String = "") -> [String] {
        words.reduce(into: []) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append((lines.isEmpty ? "" : indent) + word)
            }
        }
    }
}

/// The place where a line is broken.
private enum Fold {
    /// The end of the line's first part; `nil` if the line is short enough, or cannot be broken.
    ///
    /// The line is broken after a column (two spaces), if that leaves at least half a line, otherwise after a word;
    /// after the first word if that is already too long. Escape sequences for styles take no room.
    static func end(of line: Substring, _ width: Int) -> Substring.Index? {
        var (count, isHidden, isText) = (0, false, false)
        var (column, word): (Substring.Index?, Substring.Index?)
        var spaces = 0
        for index in line.indices {
            let character = line[index]
            if character == "\u{1B}" { isHidden = true }
            if isHidden {
                if character == "m" { isHidden = false }
                continue
            }
            if character == " " {
                spaces += 1
                if isText, spaces == 1, count <= width || word == nil { word = index }
                if isText, spaces == 2, (width / 2...width + 1).contains(count) { column = line.index(before: index) }
            } else {
                (spaces, isText) = (0, true)
            }
            count += 1
        }
        return count > width ? column ?? word : nil
    }
}
