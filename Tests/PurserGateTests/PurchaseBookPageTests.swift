import Foundation
import Testing

@Suite("The page of the purchase book")
struct PurchaseBookPageTests {
    private static func text(_ path: String) throws -> String {
        try String(
            contentsOf: PackageSources.root.appendingPathComponent("Sources/PurserServer/\(path)"), encoding: .utf8)
    }

    /// The names in the first column of the page's tables.
    private static func listed() throws -> Set<String> {
        let rows = try text("PurserServer.docc/PurchaseBookForServers.md").split(separator: "\n")
            .filter { $0.hasPrefix("| `") && !$0.hasPrefix("| ``") }
        return Set(rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) })
    }

    @Test("It lists every metric of the sources, and no other")
    func metrics() throws {
        let named = try Self.text("Book/BookMetrics.swift").matches(of: #/"(purser_book_\w+)"/#).map { String($0.1) }
        #expect(named.count > 5)
        #expect(try Self.listed().filter { $0.hasPrefix("purser_") } == Set(named))
    }

    @Test("It lists every table of the schema, and names every index")
    func tables() throws {
        let sql = try Self.text("Schema/SQL/Tables.swift")
        let tables = sql.matches(of: #/create table purser\.(\w+)/#).map { String($0.1) }
        #expect(tables.count > 5)
        #expect(try Self.listed().filter { !$0.hasPrefix("purser_") } == Set(tables))
        let page = try Self.text("PurserServer.docc/PurchaseBookForServers.md")
        for index in sql.matches(of: #/create index (\w+)/#) { #expect(page.contains("`\(index.1)`"), "\(index.1)") }
    }

    @Test("Behind a pooler: no statement of the sources needs a session, but for the hints")
    func sessions() throws {
        let needing =
            #/\b(deallocate|declare \w+ cursor|create temp\w*|pg_(try_)?advisory_lock|set (session|local))\b|PQ\w*repare/#
        let listening = #/"listen /#
        for file in try PackageSources.files(in: "Sources/PurserServer") {
            #expect(file.text.firstMatch(of: needing.ignoresCase()) == nil, "\(file.path)")
            #expect(file.text.contains(listening) == (file.path == "Book/BookHints.swift"), "\(file.path)")
        }
        for name in ["Tables", "Receiving", "Following", "Restoring", "Room"] {
            let sql = try Self.text("Schema/SQL/\(name).swift")
            #expect(sql.firstMatch(of: needing.ignoresCase()) == nil, "\(name)")
        }
    }

    @Test("The page of the server has each setting, route and metric of it")
    func server() throws {
        let page = try Self.text("PurserServer.docc/ServingTheBook.md")
        func sources(_ path: String) throws -> String { try Self.text("../PurserBookServer/" + path) }
        let read = try sources("Serving/BookServerSettings.swift").matches(of: #/(?:text|number|values)\("([a-z-]+)"/#)
        #expect(read.count > 10)
        for name in Set(read.map { String($0.1) }) {
            let variable = "PURSER_BOOK_" + name.uppercased().replacing("-", with: "_")
            #expect(page.contains("--\(name)") || page.contains(variable), "\(name)")
        }
        let routes = try sources("Description/BookRoute+Description.swift").matches(of: #/ path: "\/([\w.]+)"/#)
        #expect(routes.count > 3)
        for route in routes { #expect(page.contains(" /\(route.1)` |"), "\(route.1)") }
        for metric in try sources("Serving/BookResponder.swift").matches(of: #/"(purser_\w+)"/#) {
            #expect(page.contains("`\(metric.1)`"), "\(metric.1)")
        }
    }

    @Test("It lists every status that a route answers")
    func answers() throws {
        let page = try Self.text("PurserServer.docc/PurchaseBookForServers.md")
        let statuses = try Self.text("Receiving/BookAnswer.swift").matches(of: #/: (\d{3})\n/#).map { String($0.1) }
        #expect(statuses.count > 4)
        for status in statuses { #expect(page.contains("| \(status) |"), "\(status)") }
    }
}
