import Foundation

#if canImport(Darwin)
    import Darwin
#endif

/// The system's run since it was started last.
enum SystemStart {
    /// A text that differs after each start of the system; `nil` when the system does not report it.
    ///
    /// The bytes that a program wrote are in its file as long as the system runs, also when the program was killed:
    /// only a loss of power, or a failure of the system itself, loses unsynced bytes.
    static let name: String? = {
        #if canImport(Darwin)
            var size = 0
            guard sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0) == 0, size > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: size)
            guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return nil }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #else
            let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
            return text?.trimmingCharacters(in: .whitespacesAndNewlines)
        #endif
    }()
}
