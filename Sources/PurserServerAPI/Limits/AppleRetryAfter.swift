#if Verification
    import Purser

    /// Reads the header field in which Apple's server names the moment of the next call, in Unix milliseconds.
    ///
    /// In HTTP the field has seconds or a date (RFC 9110, section 10.2.3). Numbers below 10¹¹, which would be moments before 1973,
    /// are read as seconds: proxies send them.
    enum AppleRetryAfter {
        /// The moment; `nil` if the field has none.
        static func moment(_ field: String?, now: Timestamp) -> Timestamp? {
            guard let field, !field.isEmpty, field.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            guard let number = Int64(field) else { return nil }
            return number >= 100_000_000_000
                ? Timestamp(milliseconds: number) : now.advanced(by: .seconds(number))
        }
    }
#endif
