#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

// First of all: what is opened later must not take the place of a closed standard output.
let console = Console()
// A reader that went away is told by the write itself; it must not end a purchase halfway.
signal(SIGPIPE, SIG_IGN)

let status = await Tool.run(Array(CommandLine.arguments.dropFirst()), output: console.output)
exit(console.status(after: status))
