#if Server
    import Foundation
    import Purser
    import PurserBookServer
    import PurserServer
    import PurserVerification

    /// `purser book serve`: a server of the module `PurserBookServer`, with the settings of the options and variables.
    struct BookServing: Sendable {
        let arguments: Arguments
        let bundleID: String
        let environment: StoreEnvironment

        func run(_ database: DatabaseAddress, _ output: Output) async throws {
            let settings = BookServerSettings { BookCommand.values($0, arguments) }
            do {
                let logger = try settings.logger(output.text)
                if let folder = arguments.value("trial") {
                    let trial = try await BookTrial(folder, bundleID: bundleID, database: database)
                    var server = BookServer(trial)
                    server.configuration.logger = logger
                    try settings.apply(to: &server)
                    return try await server.run { port in
                        do { output.text(try trial.write(port: port)) } catch { output.complain("\(error)") }
                    }
                }
                let roots = try BookCommand.values("root", arguments).flatMap {
                    try SignedFile(path: $0).certificates()
                }
                let verifier = try settings.verifier(bundleID: bundleID, environment: environment, roots: roots)
                var configuration = PurchaseBook.Configuration(
                    database: database, bundleID: bundleID, environment: environment,
                    verifier: try SignedDataVerifier(verifier))
                // Certificates of one's own stand for a store of one's own.
                (configuration.logger, configuration.allowsTestEnvironments) = (logger, !roots.isEmpty)
                var server = BookServer(configuration)
                try settings.apply(to: &server)
                try await server.run()
            } catch let mistake as SettingMistake { throw UsageError(mistake.description) }
        }
    }
#endif
