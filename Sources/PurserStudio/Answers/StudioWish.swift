#if Studio
    import Purser

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Something that the page wants done.
    struct StudioWish: Sendable, Hashable {
        /// The command.
        let name: String
        /// What the command needs; who does it checks it.
        let members: [String: JSONValue]

        /// The longest body, in bytes.
        static let longest = 65_536

        /// What may be asked for: what steers an App Store, and what an app's store does where Studio has opened one.
        static let commands: Set<String> = [
            "advance", "approve", "ask", "buy", "card", "clear", "consent", "decline", "defects", "delete", "expire",
            "extend", "faults", "grace", "network", "payments", "price", "redeem", "refund", "reinstate", "renew",
            "reset", "share", "storefront", "unshare",
        ]
        /// What an app's store does.
        static let storeCommands: Set<String> = ["finish", "restore"]

        /// Reads a body.
        ///
        /// - Throws: ``StudioFailure`` when it is no object with the name of a command.
        init(_ body: [UInt8], powers: StudioPowers) throws(StudioFailure) {
            let value: JSONValue
            do {
                value = try JSONReader(Data(body), as: .json, file: "the request").root.value
            } catch {
                throw StudioFailure("The request is no JSON: \(error.message)")
            }
            guard case .object(var members) = value, case .string(let name)? = members.removeValue(forKey: "do") else {
                throw StudioFailure("A request is an object with \"do\", the name of a command.")
            }
            guard Self.commands.contains(name) || powers.hasStore && Self.storeCommands.contains(name) else {
                throw StudioFailure("Studio has no command “\(name.prefix(40))” here.")
            }
            (self.name, self.members) = (name, members)
        }
    }

    /// What can be done beside looking.
    struct StudioPowers: Sendable, Hashable {
        /// Whether Studio has opened a store itself, which restores and finishes.
        var hasStore: Bool
    }
#endif
