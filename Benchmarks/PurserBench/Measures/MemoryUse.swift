#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How much memory the process uses.
///
/// On Linux the bytes in use come from the allocator itself (`malloc_info`), which sees single allocations; where that
/// is not to be had, from the resident pages, which is coarser.
enum MemoryUse {
    /// Bytes that the program has allocated and not freed.
    static var inUse: Int { allocated ?? resident }

    /// Bytes of the process in physical memory now; 0 where the system does not tell.
    static var resident: Int { statusField("VmRSS:") }
    /// The most bytes that the process had in physical memory, ever or since `resetPeak()`; 0 where the system does not
    /// tell.
    static var peak: Int { statusField("VmHWM:") }

    /// Gives what is free back to the system, and lets `peak` begin anew; false where that cannot be had.
    static func resetPeak() -> Bool {
        trim()
        guard let file = fopen("/proc/self/clear_refs", "w") else { return false }
        let isWritten = fputs("5", file) >= 0
        return fclose(file) == 0 && isWritten
    }

    private static func statusField(_ name: String) -> Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            guard text.hasPrefix(name) else { continue }
            return (Int(text.filter { $0.isASCII && $0.isNumber }) ?? 0) * 1_024
        }
        return 0
    }

    #if canImport(Glibc)
        private typealias MallocInfo = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt

        /// `malloc.h` is not part of the module map, hence the look-up by name.
        private static let mallocInfo: MallocInfo? = dlsym(nil, "malloc_info").map {
            unsafeBitCast($0, to: MallocInfo.self)
        }

        private static func trim() {
            typealias MallocTrim = @convention(c) (Int) -> CInt
            dlsym(nil, "malloc_trim").map { _ = unsafeBitCast($0, to: MallocTrim.self)(0) }
        }

        private static var allocated: Int? {
            guard let mallocInfo else { return nil }
            var text: UnsafeMutablePointer<CChar>?
            var size = 0
            guard let stream = open_memstream(&text, &size) else { return nil }
            let status = mallocInfo(0, stream)
            fclose(stream)
            defer { free(text) }
            guard status == 0, let text else { return nil }
            return inUse(of: String(cString: text))
        }

        /// The sums stand after the last arena: what the arenas hold, less what is free in them, and what is mapped.
        private static func inUse(of xml: String) -> Int? {
            let sums = xml.split(separator: "\n").suffix(12)
            func size(_ start: String) -> Int? {
                sums.last { $0.hasPrefix(start) }.flatMap { line in
                    line.split(separator: "\"").last { $0.allSatisfy(\.isNumber) }.flatMap { Int($0) }
                }
            }
            guard let system = size("<system type=\"current\""), let fast = size("<total type=\"fast\""),
                let rest = size("<total type=\"rest\""), let mapped = size("<total type=\"mmap\"")
            else { return nil }
            return system - fast - rest + mapped
        }
    #else
        private static func trim() {}
        private static var allocated: Int? { nil }
    #endif
}
