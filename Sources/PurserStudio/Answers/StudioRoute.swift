#if Studio
    /// What a request that was let in asks for.
    enum StudioRoute: Sendable, Hashable {
        /// A file of the page.
        case file(StudioFile)
        /// What happens, as it happens, after what the page has.
        case events(after: StudioPlace?)
        /// Some rows of the table.
        case transactions(StudioSearch)
        /// The periods of all subscriptions in a stretch of time, in milliseconds since 1970.
        case timeline(ClosedRange<Int64>)
        /// The prices of a storefront.
        case prices(country: String)
        /// Everything.
        case export
        /// Something is to be done.
        case wish

        /// What a path and its query ask for; `nil` where there is nothing.
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

        /// The moments that can be asked for: to the year 10,000.
        private static let times: ClosedRange<Int64> = -253_402_300_800_000...253_402_300_800_000

        /// The method that it takes.
        var method: String { self == .wish ? "POST" : "GET" }
    }

    /// A part of the table: which transactions, and which of them.
    struct StudioSearch: Sendable, Hashable {
        /// Which transactions.
        enum Filter: String, Sendable, Hashable {
            case all, renewals, refunded, unfinished
        }

        var filter = Filter.all
        /// What the product, the transaction or the offer contains.
        var words = ""
        var offset = 0
        var limit = 100

        /// All transactions.
        init() {}

        /// What a query asks for; `nil` where it cannot be understood.
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
