#if Verification
    public import Foundation
    public import Purser

    /// Which of Apple's two environments a client asks.
    public struct ServerAPIEnvironment: Sendable, Hashable {
        /// The environment that is asked first.
        let first: StoreEnvironment
        /// Whether the sandbox is asked for what production does not have.
        let asksSandbox: Bool

        /// Customers' purchases.
        public static let production = Self(first: .production, asksSandbox: false)
        /// Purchases of testers.
        public static let sandbox = Self(first: .sandbox, asksSandbox: false)
        /// Production, and then the sandbox for what production does not know: App Review and TestFlight buy there.
        ///
        /// Calls that only read are asked again there. Calls that change something go to production alone: use a client of the
        /// environment in which the purchase was found.
        public static let productionThenSandbox = Self(first: .production, asksSandbox: true)

        /// One environment alone.
        static func only(_ environment: StoreEnvironment) -> Self { Self(first: environment, asksSandbox: false) }
    }

    /// Where Apple's servers are.
    public struct ServerAPIAddresses: Sendable, Hashable {
        /// The server for production: scheme, host and port, without a path.
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

    /// What Apple's server answered, and in which environment it was found.
    @dynamicMemberLookup
    public struct ServerAPIAnswer<Value: Sendable>: Sendable {
        /// The answer.
        public let value: Value
        /// Where it was found.
        public let environment: StoreEnvironment

        /// A part of the answer.
        public subscript<Part>(dynamicMember path: KeyPath<Value, Part>) -> Part { value[keyPath: path] }

        /// The same of another value.
        func map<Other>(_ change: (Value) async throws -> Other) async rethrows -> ServerAPIAnswer<Other> {
            ServerAPIAnswer<Other>(value: try await change(value), environment: environment)
        }
    }

    extension ServerAPIAnswer: Equatable where Value: Equatable {}
    extension ServerAPIAnswer: Hashable where Value: Hashable {}
#endif
