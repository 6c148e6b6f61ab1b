#if Server
    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// The server cannot listen where it shall, such as at a port that another process has.
    package struct ListenFailure: Error, CustomStringConvertible {
        /// Where, why, and what to do.
        package let description: String

        /// A failure at a host and a port.
        init(_ host: String, _ port: Int, _ reason: String) {
            description = "It cannot listen at \(host), port \(port): \(reason). Choose another with --host and --port."
        }

        /// A failure at a host and a port, by the system's code.
        init(_ host: String, _ port: Int, code: CInt) {
            self.init(host, port, strerror(code).map { String(cString: $0) } ?? "error \(code)")
        }
    }
#endif
