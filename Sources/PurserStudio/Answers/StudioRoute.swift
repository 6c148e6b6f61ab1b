#if Studio
    /// The target of an accepted request.
    enum StudioRoute: Sendable, Hashable {
        /// A file of the page.
        case file(StudioFile)
        /// The stream of events after the page's position.
        case events(after: StudioPlace?)
        /// Some rows of the table.
        case transactions(StudioSearch)
        /// The periods of all subscriptions in a time range, in milliseconds since 1970.
        case timeline(ClosedRange<Int64>)
        /// The prices of a storefront.
        case prices(country: String)
        /// All data.
        case export
        /// A command.
        case wish

        /// Reads a path and its query; `nil` if there is no such target.
        init?(_ name: Substring, _ request: StudioRequest) {
            let query = request.query
            switch name {
            case "events": self = .events(after: request.lastEventID.flatMap { StudioPlace($0) })
            case "transactions":
                guard let search = StudioSearch(query) else { return nil }
                self = .transactions(search)
            case "timeline":
                guard let from = query["from"].flatMap({ Int64($0) }), let to = query["to"].flatMap({ Int64($0) }),
                    from <= to, Self.times.contains(from), Self.times.contains(to)
                else { return nil }
                self = .timeline(from...to)
            case "prices":
                guard let country = query["country"] else { return nil }
                self = .prices(country: country)
            case "export.json": self = .export
            case "do": self = .wish
            default:
                guard let file = StudioFile(rawValue: String(name)) else { return nil }
                self = .file(file)
            }
        }

        /// The allowed moments: up to the year 10,000.
        private static let times: ClosedRange<Int64> = -253_402_300_800_000...253_402_300_800_000

        /// The method of its requests.
        var method: String { self == .wish ? "POST" : "GET" }
    }

    /// A part of the table: the matching transactions, and the range of rows.
    struct StudioSearch: Sendable, Hashable {
        /// The filter of transactions.
        enum Filter: String, Sendable, Hashable {
            case all, renewals, refunded, unfinished
        }

        var filter = Filter.all
        /// A text that the product, the transaction or the offer contains.
        var words = ""
        var offset = 0
        var limit = 100

        /// All transactions.
        init() {}

        /// Reads a query; `nil` if it is invalid.
        init?(_ query: [String: String]) {
            guard let filter = Filter(rawValue: query["filter"] ?? "all"), let offset = Int(query["offset"] ?? "0"),
                let limit = Int(query["limit"] ?? "100"), offset >= 0, offset < 1 << 40, (1...500).contains(limit)
            else { return nil }
            self.filter = filter
            words = String((query["query"] ?? "").prefix(200)).lowercased()
            (self.offset, self.limit) = (offset, limit)
        }
    }
#endif
