#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

do {
    try await Command(arguments: Array(CommandLine.arguments.dropFirst())).run()
} catch let error as UsageError {
    Console.error("purser-bench: \(error.message)")
    exit(64)
} catch {
    Progress().clear()
    Console.error("purser-bench: \(error)")
    exit(1)
}
