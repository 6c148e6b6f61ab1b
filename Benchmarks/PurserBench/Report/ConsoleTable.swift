/// Rows as a table for the terminal, one block for each set of columns.
enum ConsoleTable {
    static func lines(_ rows: [Row]) -> [String] {
        var lines: [String] = []
        for block in blocks(rows) {
            lines += table(block)
            lines.append("")
        }
        return lines
    }

    /// Rows that follow each other and have the same columns.
    static func blocks(_ rows: [Row]) -> [[Row]] {
        var blocks: [[Row]] = []
        for row in rows {
            if let last = blocks.last?.last, last.columns == row.columns {
                blocks[blocks.count - 1].append(row)
            } else {
                blocks.append([row])
            }
        }
        return blocks
    }

    private static func table(_ rows: [Row]) -> [String] {
        guard let first = rows.first else { return [] }
        return aligned([first.columns] + rows.map(\.cells))
    }

    /// Lines of equally many cells, as columns of equal width.
    static func aligned(_ cells: [[String]]) -> [String] {
        let widths = (cells.first ?? []).indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { line in
            zip(line, widths).map { Text.padded($0, to: $1) }.joined(separator: "  ")
        }
    }
}

extension Row {
    /// The titles of its columns.
    var columns: [String] { [scenario, variable] + figures.map(\.kind.name) }
    /// What stands in them.
    var cells: [String] {
        [series, Text.number(value)] + figures.map { Text.figure($0.median, unit: $0.kind.unit) }
    }
}
