import BookServer
import Foundation
import Hummingbird
import Logging
import Purser
import PurserServer
import PurserVerification
import ServiceLifecycle
import UnixSignals

/// The process of the server. Its settings come from the environment:
///
/// - `PURSER_DATABASE`: the database's address, such as `postgresql://shop@db.example.com/shop`
/// - `BUNDLE_ID`: the app, and `APP_ID` its number in App Store Connect
/// - `PORT`: where it listens; 8080 if left out
@main
struct ServerProcess {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let address = environment["PURSER_DATABASE"], let bundleID = environment["BUNDLE_ID"],
            let appID = environment["APP_ID"].flatMap({ UInt64($0) })
        else {
            FileHandle.standardError.write(Data("Set PURSER_DATABASE, BUNDLE_ID and APP_ID.\n".utf8))
            exit(64)
        }
        let verifier = try SignedDataVerifier(SignedDataVerifier.Configuration(bundleID: bundleID, appID: appID))
        let book = try await PurchaseBook.open(
            PurchaseBook.Configuration(database: try DatabaseAddress(address), bundleID: bundleID, verifier: verifier))
        defer { book.close() }
        let logger = Logger(label: "book-server")
        let server = ShopServer(book: book, logger: logger) { update in
            // Send the mail here, and store `update.update.key` with it.
            logger.info("A mail about a purchase is due.", metadata: ["kind": "\(update.update.kind)"])
        }
        let port = environment["PORT"].flatMap { Int($0) } ?? 8_080
        let group = ServiceGroup(
            configuration: .init(
                services: server.services(at: .hostname("0.0.0.0", port: port)),
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
    }
}
