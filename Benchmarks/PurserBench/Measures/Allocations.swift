import CAllocationCounter

/// How often the program asks for memory.
enum Allocations {
    /// Whether they are counted: on Linux with glibc, and not under a sanitizer.
    static var areCounted: Bool { allocation_counter_is_available() }

    /// How often the calling thread has asked so far; `nil` where it is not counted.
    static var ofThisThread: Int? { areCounted ? Int(allocation_counter_count()) : nil }

    /// How often the calling thread has taken a lock so far; `nil` where it is not counted.
    static var locksOfThisThread: Int? { areCounted ? Int(allocation_counter_locks()) : nil }
}
