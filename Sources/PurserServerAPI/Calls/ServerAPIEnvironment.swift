#if Verification
    public import Foundation
    public import Purser

    /// Which of Apple's two environments a client calls.
    public struct ServerAPIEnvironment: Sendable, Hashable {
        /// The environment of the first request.
        let first: StoreEnvironment
        /// Whether the client calls the sandbox for what production does not know.
        let asksSandbox: Bool

        /// Production: the purchases of customers.
        public static let production = Self(first: .production, asksSandbox: false)
        /// The sandbox: the purchases of testers.
        public static let sandbox = Self(first: .sandbox, asksSandbox: false)
        /// Production, and then the sandbox for what production does not know: App Review and TestFlight buy there.
        ///
        /// Only calls that read are repeated in the sandbox. A call that changes something goes to production only: for a purchase
        /// of the sandbox make it with a client of ``sandbox``.
        public static let productionThenSandbox = Self(first: .production, asksSandbox: true)

        /// One environment only.
        static func only(_ environment: StoreEnvironment) -> Self { Self(first: environment, asksSandbox: false) }
    }

    /// The addresses of Apple's servers.
    public struct ServerAPIAddresses: Sendable, Hashable {
        /// The server for production: scheme, host and port.
        ///
        /// The bearer token is sent there: use `https`, except in a test.
        public var production: URL
        /// The server for the sandbox.
        public var sandbox: URL

        /// Other servers than Apple's, such as a test's.
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

    /// An answer of Apple's server, with the environment that it comes from.
    @dynamicMemberLookup
    public struct ServerAPIAnswer<Value: Sendable>: Sendable {
        /// The answer.
        public let value: Value
        /// The environment that it comes from.
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
