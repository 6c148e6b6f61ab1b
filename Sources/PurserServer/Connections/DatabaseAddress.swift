#if Server
    import CPostgres

    /// Where the database is and how it is reached, as libpq's connection strings say it.
    ///
    /// A connection to another machine is encrypted, and the server's certificate and name are checked. Nothing less is taken.
    public struct DatabaseAddress: Sendable, CustomStringConvertible {
        /// libpq's parameters, by name.
        package let parameters: [String: String]
        /// What is not a secret of it, for logs.
        public let description: String

        /// Reads a connection string or address: `host=db.example.com dbname=shop user=book`, `postgresql://book@db.example.com/shop`.
        ///
        /// What it does not say is taken from libpq's environment (`PGHOST`, `PGPASSWORD`, …) and password file.
        ///
        /// - Throws: ``BookFailure`` with the code ``BookFailure/Code/invalidAddress`` when it cannot be read or is not safe.
        public init(_ text: String) throws(BookFailure) {
            let given = try Self.parse(text)
            var known = Self.defaults().filter { ["host", "hostaddr", "sslmode", "service"].contains($0.key) }
            known.merge(given) { $1 }
            // A service that the text names counts before the environment's host.
            let place = given["service"] == nil ? known : given
            let mode = try ConnectionSecurity.mode(
                hosts: place["host"], addresses: place["hostaddr"], service: known["service"],
                given: given["sslmode"] ?? known["sslmode"])
            parameters = given.merging(["sslmode": mode, "client_encoding": "UTF8", "application_name": "purser"]) {
                $0 == $1 ? $0 : $1
            }
            description = "\(known["hostaddr"] ?? known["host"] ?? "local socket") \(given["dbname"] ?? "")"
        }

        /// How many servers it names.
        package var serverCount: Int { max(1, list("hostaddr").count, list("host").count) }

        /// The parameters with the servers in turn, beginning with one: libpq stays with a server that does not answer.
        package func parameters(beginningWith server: Int) -> [String: String] {
            var turned = parameters
            let start = server % serverCount
            for name in ["host", "hostaddr", "port"] {
                // One port is the port of each server.
                let list = list(name)
                if list.count == serverCount { turned[name] = (list[start...] + list[..<start]).joined(separator: ",") }
            }
            return turned
        }

        private func list(_ name: String) -> [Substring] {
            parameters[name]?.split(separator: ",", omittingEmptySubsequences: false) ?? []
        }

        private static func parse(_ text: String) throws(BookFailure) -> [String: String] {
            // libpq's reason is left out: it may quote a password.
            guard let options = PQconninfoParse(text, nil) else {
                throw BookFailure(
                    .invalidAddress,
                    "The database's address cannot be read. Write it as postgresql://USER@HOST/DATABASE, or as "
                        + "host=HOST dbname=DATABASE user=USER.")
            }
            defer { PQconninfoFree(options) }
            return values(of: options)
        }

        private static func defaults() -> [String: String] {
            guard let options = PQconndefaults() else { return [:] }
            defer { PQconninfoFree(options) }
            return values(of: options)
        }

        private static func values(of options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
            var values: [String: String] = [:]
            var option = options
            while let keyword = option.pointee.keyword {
                if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
                option += 1
            }
            return values
        }
    }
#endif
