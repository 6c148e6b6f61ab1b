#if Verification
    import Purser

    /// The field by which Apple's server says when the next call is served: a moment in Unix milliseconds.
    ///
    /// HTTP has seconds, or a date, there (RFC 9110, section 10.2.3). Numbers below 10¹¹, which would be moments before 1973, are
    /// taken as seconds: proxies send them.
    enum AppleRetryAfter {
        /// The moment; `nil` when the field says none.
        static func moment(_ field: String?, now: Timestamp) -> Timestamp? {
            guard let field, !field.isEmpty, field.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            guard let number = Int64(field) else { return nil }
            return number >= 100_000_000_000
                ? Timestamp(milliseconds: number) : now.advanced(by: .seconds(number))
        }
    }
#endif
