#if Verification
    import Purser

    /// Reads the field `Retry-After`, in which Apple's server sends the moment of the next call in Unix milliseconds.
    ///
    /// HTTP defines the field as seconds or a date (RFC 9110, section 10.2.3), and proxies send these. Numbers below
    /// 10¹¹, which would be moments before 1973, are therefore read as seconds.
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
