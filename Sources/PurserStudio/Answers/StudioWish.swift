#if Studio
    import Purser
    import PurserFormats

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A command of the page.
    struct StudioWish: Sendable, Hashable {
        /// The command.
        let name: String
        /// The command's parameters; the receiver checks them.
        let members: [String: JSONValue]

        /// The maximum size of a body, in bytes.
        static let longest = 65_536

        /// The allowed commands: those for an App Store, and those for a store that Studio has opened.
        static let commands: Set<String> = [
            "advance", "approve", "ask", "buy", "card", "clear", "consent", "decline", "defects", "delete", "expire",
            "extend", "faults", "grace", "network", "payments", "price", "redeem", "refund", "reinstate", "renew",
            "reset", "share", "storefront", "unshare",
        ]
        /// The commands for a store.
        static let storeCommands: Set<String> = ["finish", "restore"]

        /// Reads a body.
        ///
        /// - Throws: ``StudioFailure`` if it is not an object with the name of a command.
        init(_ body: [UInt8], powers: StudioPowers) throws(StudioFailure) {
            let value: JSONValue
            do {
                value = try JSONReader(Data(body), as: .json, file: "the request").root.value
            } catch {
                throw StudioFailure("The request is not JSON: \(error.message)")
            }
            guard case .object(var members) = value, case .string(let name)? = members.removeValue(forKey: "do") else {
                throw StudioFailure("A request must be an object with \"do\", the name of a command.")
            }
            guard Self.commands.contains(name) || powers.hasStore && Self.storeCommands.contains(name) else {
                throw StudioFailure("Studio has no command “\(name.prefix(40))” here.")
            }
            (self.name, self.members) = (name, members)
        }
    }

    /// The available actions besides reading.
    struct StudioPowers: Sendable, Hashable {
        /// Whether Studio has opened its own store, which restores and finishes.
        var hasStore: Bool
    }
#endif
