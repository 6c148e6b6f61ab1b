/// Draws a plot as SVG; its colours follow the reader's choice of light or dark.
///
/// With plain rules only: several programs that show SVG know no variables in style sheets.
enum PlotDrawing {
    private static let (width, height) = (720.0, 420.0)
    private static let (left, right, top, bottom) = (92.0, 200.0, 44.0, 64.0)

    static func svg(_ plot: Plot) -> String {
        let points = plot.lines.flatMap(\.points)
        let x = LogAxis(points.map(\.x), from: left, to: width - right, endsAtDecade: plot.xMarks.isEmpty)
        let y = LogAxis(points.map(\.y), from: height - bottom, to: top)
        var parts = [head(plot.title)]
        parts += grid(x, y, plot)
        parts.append(text(plot.title, left, 24, "title"))
        parts.append(text(plot.xTitle, (left + width - right) / 2, height - 16, "axis middle"))
        parts.append(turned(plot.yTitle, 18, (top + height - bottom) / 2))
        for (index, line) in plot.lines.enumerated() { parts += draw(line, index, x, y) }
        parts.append("</svg>")
        return parts.joined(separator: "\n") + "\n"
    }

    private static func head(_ title: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(Int(width))" height="\(Int(height))"
        viewBox="0 0 \(Int(width)) \(Int(height))" role="img">
        <title>\(escaped(title))</title>
        <style>
        text { font: 12px system-ui, 'DejaVu Sans', sans-serif; fill: #1b1f24; }
        .title { font-size: 15px; font-weight: 600; } .middle { text-anchor: middle; } .end { text-anchor: end; }
        .paper { fill: #ffffff; } .grid { stroke: #d8dee4; } path { fill: none; stroke-width: 2; }
        .c0 { stroke: #0969da; } .c1 { stroke: #bc4c00; } .c2 { stroke: #1a7f37; }
        .c3 { stroke: #8250df; } .c4 { stroke: #cf222e; } .c5 { stroke: #57606a; }
        .dot { stroke: none; } .d0 { fill: #0969da; } .d1 { fill: #bc4c00; } .d2 { fill: #1a7f37; }
        .d3 { fill: #8250df; } .d4 { fill: #cf222e; } .d5 { fill: #57606a; }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; } .paper { fill: #0d1117; } .grid { stroke: #30363d; }
        .c0 { stroke: #58a6ff; } .c1 { stroke: #f0883e; } .c2 { stroke: #3fb950; }
        .c3 { stroke: #bc8cff; } .c4 { stroke: #ff7b72; } .c5 { stroke: #8b949e; }
        .d0 { fill: #58a6ff; } .d1 { fill: #f0883e; } .d2 { fill: #3fb950; }
        .d3 { fill: #bc8cff; } .d4 { fill: #ff7b72; } .d5 { fill: #8b949e; }
        }
        </style>
        <rect class="paper" width="\(Int(width))" height="\(Int(height))"/>
        """
    }

    private static func grid(_ x: LogAxis, _ y: LogAxis, _ plot: Plot) -> [String] {
        let xMarks =
            plot.xMarks.isEmpty ? x.marks.map { ($0, Text.number($0)) } : plot.xMarks.map { ($0.value, $0.text) }
        var parts: [String] = []
        for (value, label) in xMarks where x.place(value) <= width - right + 1 {
            parts.append(rule(x.place(value), top, x.place(value), height - bottom))
            parts.append(text(label, x.place(value), height - bottom + 18, "middle"))
        }
        for value in y.marks {
            parts.append(rule(left, y.place(value), width - right, y.place(value)))
            parts.append(text(Text.number(value), left - 8, y.place(value) + 4, "end"))
        }
        return parts
    }

    private static func draw(_ line: Plot.Line, _ index: Int, _ x: LogAxis, _ y: LogAxis) -> [String] {
        let colour = index % 6
        // A second round of colours is told from the first by its dashes.
        let dash = index >= 6 ? " stroke-dasharray=\"6 4\"" : ""
        let places = line.points.map { "\(Text.fixed(x.place($0.x), 1)) \(Text.fixed(y.place($0.y), 1))" }
        let legend = top + 8 + Double(index) * 20
        let start = width - right + 16
        var parts = ["<path class=\"c\(colour)\"\(dash) d=\"M\(places.joined(separator: " L"))\"/>"]
        parts += line.points.map { point in
            "<circle class=\"dot d\(colour)\" cx=\"\(Text.fixed(x.place(point.x), 1))\" "
                + "cy=\"\(Text.fixed(y.place(point.y), 1))\" r=\"3\"/>"
        }
        parts.append("<path class=\"c\(colour)\"\(dash) d=\"M\(start) \(legend) h24\"/>")
        parts.append(text(line.name, start + 30, legend + 4, ""))
        return parts
    }

    private static func rule(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
        "<line class=\"grid\" x1=\"\(Text.fixed(x1, 1))\" y1=\"\(Text.fixed(y1, 1))\" "
            + "x2=\"\(Text.fixed(x2, 1))\" y2=\"\(Text.fixed(y2, 1))\"/>"
    }

    private static func text(_ text: String, _ x: Double, _ y: Double, _ style: String) -> String {
        "<text class=\"\(style)\" x=\"\(Text.fixed(x, 1))\" y=\"\(Text.fixed(y, 1))\">\(escaped(text))</text>"
    }

    private static func turned(_ text: String, _ x: Double, _ y: Double) -> String {
        "<text class=\"middle\" transform=\"translate(\(x) \(y)) rotate(-90)\">\(escaped(text))</text>"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
        return result
    }
}
