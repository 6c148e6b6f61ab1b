#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    // Where other files import Foundation, an optimising compiler may find the times of Glibc there.
    #if canImport(CoreFoundation)
        import CoreFoundation
    #endif
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What some work took: time on the wall, and time on all processors together.
struct Span: Sendable {
    /// Seconds from begin to end.
    var wall: Double
    /// Seconds of processor time of the whole process, user and system.
    var cpu: Double

    /// Nanoseconds on the wall for each of `count` things.
    func wallNanoseconds(per count: Int) -> Double { wall * 1e9 / Double(max(1, count)) }
    /// Nanoseconds of processor time for each of `count` things.
    func cpuNanoseconds(per count: Int) -> Double { cpu * 1e9 / Double(max(1, count)) }
    /// How many of `count` things were done in a second.
    func rate(of count: Int) -> Double { Double(count) / max(wall, 1e-9) }
}

/// Begins to measure; `elapsed` may be asked several times.
struct Stopwatch: Sendable {
    private let wall = Self.now()
    private let cpu = Self.processTime()

    var elapsed: Span { Span(wall: Double(Self.now() - wall) / 1e9, cpu: Self.processTime() - cpu) }

    /// Whose processor time is asked for.
    enum Processes {
        /// That of this process.
        case own
        /// That of all programs that it has run and that have ended.
        case children
    }

    /// A monotonic reading in nanoseconds; cheaper than `ContinuousClock`, because it is asked twice a purchase.
    static func now() -> UInt64 { reading(CLOCK_MONOTONIC) }

    /// The processor time of the calling thread in nanoseconds.
    static func threadTime() -> UInt64 { reading(CLOCK_THREAD_CPUTIME_ID) }

    private static func reading(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// How often threads of this process have slept until another one woke them.
    static func threadWakes() -> Int { Int(usage(of: .own).ru_nvcsw) }

    private static func usage(of processes: Processes) -> rusage {
        var usage = rusage()
        let whose = processes == .own ? RUSAGE_SELF : RUSAGE_CHILDREN
        #if canImport(Darwin)
            getrusage(whose, &usage)
        #else
            getrusage(__rusage_who_t(whose.rawValue), &usage)
        #endif
        return usage
    }

    /// Processor time in seconds, user and system.
    static func processTime(of processes: Processes = .own) -> Double {
        let usage = usage(of: processes)
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }
}

/// Runs some work and measures it.
func measured(_ body: () async throws -> Void) async rethrows -> Span {
    let watch = Stopwatch()
    try await body()
    return watch.elapsed
}
