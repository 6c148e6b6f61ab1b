public import Hummingbird
public import Logging
import NIOCore
public import PurserServer
public import ServiceLifecycle

/// A server process of an app: it records what apps and Apple report, says what users own, and sends mails.
///
/// Start as many of these as the traffic needs. They share the book, and have nothing else in common.
public struct ShopServer: Sendable {
    private let book: PurchaseBook
    private let mail: @Sendable (BookUpdate) async throws -> Void
    private let logger: Logger

    /// A server on an open book.
    ///
    /// - Parameters:
    ///   - book: the book; close it after the services have ended.
    ///   - logger: gets what the server says.
    ///   - mail: sends the mail about an update. It is called again when it throws, and after a crash.
    public init(
        book: PurchaseBook, logger: Logger, mail: @escaping @Sendable (BookUpdate) async throws -> Void
    ) {
        (self.book, self.logger, self.mail) = (book, logger, mail)
    }

    /// What a service group is to run.
    ///
    /// A group ends the last one first: no more requests, then no more mails, then no more hints to other processes.
    ///
    /// - Parameters:
    ///   - address: where it listens; port 0 is a free one.
    ///   - isReady: called with the port once the server answers.
    public func services(
        at address: BindAddress, isReady: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> [any Service] {
        let application = Application(
            router: Routes(book: book).router(),
            configuration: .init(address: address),
            onServerRunning: { channel in await isReady(channel.localAddress?.port ?? 0) },
            logger: logger)
        return [book, Mailer(book: book, mail: mail), application]
    }
}
