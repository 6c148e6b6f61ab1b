#if Server
    /// How a connection is protected; nothing else decides this.
    package enum ConnectionSecurity {
        /// libpq's `sslmode` for a place and what was asked for.
        ///
        /// - Throws: ``BookFailure`` where less is asked for than a place on another machine needs.
        package static func mode(hosts: String?, addresses: String?, service: String?, given: String?)
            throws(BookFailure) -> String
        {
            if isOnThisMachine(hosts: hosts, addresses: addresses, service: service) { return given ?? "prefer" }
            guard let given, given != "prefer" else { return "verify-full" }
            guard given == "verify-full" else {
                throw BookFailure(
                    .invalidAddress,
                    "sslmode=\(given) does not check with whom the book speaks. Leave it out, or write sslmode=verify-full "
                        + "and, where the certificate is of an authority of your own, sslrootcert=FILE.")
            }
            return given
        }

        /// Whether every place is a socket file or a loopback address.
        ///
        /// A service of a file may name any place. A name such as `localhost` is taken for what it is by custom.
        package static func isOnThisMachine(hosts: String?, addresses: String?, service: String?) -> Bool {
            if let addresses, !addresses.isEmpty { return parts(addresses).allSatisfy(isLoopback) }
            guard let hosts, !hosts.isEmpty else { return service == nil }
            return parts(hosts).allSatisfy { $0.isEmpty || $0.hasPrefix("/") || $0.hasPrefix("@") || isLoopback($0) }
        }

        private static func parts(_ list: String) -> [Substring] {
            list.split(separator: ",", omittingEmptySubsequences: false)
        }

        private static func isLoopback(_ host: Substring) -> Bool {
            if host == "localhost" || host == "::1" { return true }
            let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
            return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
        }
    }
#endif
