#if Server
    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// How many files, and so connections, the process may have open.
    enum OpenFiles {
        #if canImport(Glibc)
            private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            private static let resource = RLIMIT_NOFILE
        #endif

        /// Allows as many as the system lets the process have, which are often many more than it begins with; how many.
        static func allowAll() -> Int {
            var limit = rlimit()
            guard getrlimit(resource, &limit) == 0 else { return 1_024 }
            let before = limit.rlim_cur
            limit.rlim_cur = limit.rlim_max
            return Int(clamping: setrlimit(resource, &limit) == 0 ? limit.rlim_max : before)
        }
    }
#endif
