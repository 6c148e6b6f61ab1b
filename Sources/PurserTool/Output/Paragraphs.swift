/// Text that is broken between words, so that no terminal breaks it within one.
enum Paragraphs {
    /// Text in lines of at most `width` columns.
    ///
    /// Lines of a paragraph run on into each other, but those that have columns, by two spaces in a row, stay.
    static func wrapped(_ text: String, width: Int) -> String {
        let parts = text.split(separator: "\n\n", omittingEmptySubsequences: false).map { part in
            guard !part.contains("  ") else {
                return part.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { hanging(String($0), width) }.joined(separator: "\n")
            }
            return lines(part.split(whereSeparator: \.isNewline).joined(separator: " "), width).joined(separator: "\n")
        }
        return parts.joined(separator: "\n\n")
    }

    /// Rows of two cells, the second in a column of its own, or below the first where that leaves it too little room.
    static func columns(_ rows: [[String]], width: Int) -> String {
        let column = min(30, (rows.map { $0.first?.count ?? 0 }.max() ?? 0) + 2)
        let indent = String(repeating: " ", count: column)
        return rows.flatMap { row -> [String] in
            let first = row.first ?? ""
            let rest = lines(row.dropFirst().joined(separator: "  "), width - column).map { indent + $0 }
            guard first.count + 2 <= column, let top = rest.first else { return [first] + rest }
            return [first + top.dropFirst(first.count)] + rest.dropFirst()
        }.joined(separator: "\n")
    }

    /// One line with a column in it; what is too long goes on below the column.
    private static func hanging(_ line: String, _ width: Int) -> String {
        guard line.count > width, let gap = line.firstRange(of: #/ {2,}/#) else { return line }
        return columns([[String(line[..<gap.lowerBound]), String(line[gap.upperBound...])]], width: width)
    }

    private static func lines(_ text: String, _ width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
