/// One thing that a command lists: columns for people, and an object for programs.
struct Row: Sendable {
    let cells: [String]
    let json: JSONText

    /// Makes a row; the columns are made safe for a terminal, and `nil` is an empty one.
    init(_ cells: [String?], _ type: String, _ members: JSONText) {
        self.init(cells, .line(type, members))
    }

    init(_ cells: [String?], _ json: JSONText) {
        self.cells = cells.map { Line.single($0 ?? "") }
        self.json = json
    }

    /// A name and a value for people, with the member for programs.
    static func field(_ name: String, _ value: String?, _ key: String, _ member: any JSONConvertible) -> Row {
        Row(value.map { [name, $0] } ?? [], .object([(key, member.json)]))
    }
}

extension [Row] {
    var lines: [String] { Table.lines(map(\.cells)) }

    var object: JSONText { reduce([:]) { $0 + $1.json } }
}

extension Output {
    /// Writes rows: lines with columns for people, or an object for each for programs.
    ///
    /// - Parameter words: the sentence for people if there are none.
    func write(_ rows: [Row], ifNone words: String? = nil) {
        for row in rows where isJSON { json(row.json) }
        remark(rows.map(\.cells))
        if rows.isEmpty, let words { remark(words) }
    }

    /// Writes a row: its columns in one line, or the object.
    func write(_ row: Row) { write(row.cells.joined(separator: "  "), row.json) }

    /// Writes columns for people.
    func remark(_ rows: [[String]]) { for text in Table.lines(rows) { remark(text) } }

    /// Writes a heading for people, and columns below it; those without a value are left out.
    func section(_ title: String, _ rows: [[String]]) {
        remark(style.heading(title))
        remark(rows.filter { !$0.isEmpty }.map { ["  " + $0[0]] + $0.dropFirst() })
    }
}

enum Table {
    /// The rows as lines; every column but the last is as wide as its widest cell.
    static func lines(_ rows: [[String]]) -> [String] {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.count)
            }
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                column == row.count - 1 ? cell : padded(cell, widths[column])
            }
            return trimmed(cells.joined(separator: "  "))
        }
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    static func trimmed(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }
}
