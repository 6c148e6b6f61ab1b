#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

let status: Int32
do {
    switch try TortureArguments(Array(CommandLine.arguments.dropFirst())).task {
    case .help:
        Standard.write(TortureArguments.help + "\n")
        status = 0
    case .torture(let options): status = await Torture(options: options).status()
    case .work(let folder, let plan, let durability, let flaw):
        let folder = TortureFolder(path: folder)
        status = await TortureWorker(folder: folder, plan: plan, durability: durability, flaw: flaw).status()
    }
} catch {
    Standard.complain("PurserTorture: \(error); see PurserTorture --help")
    status = 64
}
exit(status)
