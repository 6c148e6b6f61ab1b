#if Verification
    public import Foundation
    public import Purser

    /// The environment that a client calls.
    public struct ServerAPIEnvironment: Sendable, Hashable {
        /// The environment of the first request.
        let first: StoreEnvironment
        /// Whether the client calls the sandbox for identifiers that are unknown in production.
        let asksSandbox: Bool

        /// Production: the purchases of customers.
        public static let production = Self(first: .production, asksSandbox: false)
        /// The sandbox: the purchases of testers.
        public static let sandbox = Self(first: .sandbox, asksSandbox: false)
        /// Production, then the sandbox for identifiers that are unknown in production: App Review and TestFlight use
        /// the sandbox.
        ///
        /// Only calls that read are repeated in the sandbox. A call that changes something is sent to production only:
        /// for a sandbox purchase, use a client for ``sandbox``.
        public static let productionThenSandbox = Self(first: .production, asksSandbox: true)

        /// One environment only.
        static func only(_ environment: StoreEnvironment) -> Self { Self(first: environment, asksSandbox: false) }
    }

    /// The addresses of Apple's servers.
    public struct ServerAPIAddresses: Sendable, Hashable {
        /// The server for production: scheme, host and port.
        ///
        /// The bearer token is sent to it: use `https`, except in a test.
        public var production: URL
        /// The server for the sandbox.
        public var sandbox: URL

        /// Sets other servers than Apple's, such as a test's.
        public init(production: URL, sandbox: URL) {
            self.production = production
            self.sandbox = sandbox
        }

        /// Apple's servers.
        public static let apple = Self(
            production: address("https://api.storekit.apple.com"),
            sandbox: address("https://api.storekit-sandbox.apple.com"))

        private static func address(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: text) }

        func address(of environment: StoreEnvironment) -> URL { environment == .sandbox ? sandbox : production }
    }

    /// An answer of Apple's server, with its environment.
    @dynamicMemberLookup
    public struct ServerAPIAnswer<Value: Sendable>: Sendable {
        /// The answer.
        public let value: Value
        /// The environment that answered.
        public let environment: StoreEnvironment

        /// A property of the answer.
        public subscript<Part>(dynamicMember path: KeyPath<Value, Part>) -> Part { value[keyPath: path] }

        /// Another value with the same environment.
        func map<Other>(_ change: (Value) async throws -> Other) async rethrows -> ServerAPIAnswer<Other> {
            ServerAPIAnswer<Other>(value: try await change(value), environment: environment)
        }
    }

    extension ServerAPIAnswer: Equatable where Value: Equatable {}
    extension ServerAPIAnswer: Hashable where Value: Hashable {}
#endif
