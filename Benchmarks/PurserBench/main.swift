#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

exit(await Command(arguments: Array(CommandLine.arguments.dropFirst())).status())
