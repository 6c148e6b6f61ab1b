import Purser
import PurserFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A line of a client: an object with the version `v`, an `id` that the answer repeats, the command `do`, and the
/// command's parameters.
struct SteeringRequest {
    /// The command.
    let name: String
    private let members: [String: JSONValue]

    /// The members of a line.
    ///
    /// - Throws: `BackendFailure` with `.invalidRequest` if it is not an object.
    static func members(of bytes: [UInt8]) throws(BackendFailure) -> [String: JSONValue] {
        let root: JSONValue
        do {
            root = try JSONReader(Data(bytes), as: .json, file: "the request").root.value
        } catch {
            throw invalid(
                "The line is not JSON (\(error.message)). Send an object such as {\"v\":1,\"do\":\"pending\"}.")
        }
        guard case .object(let members) = root else {
            throw invalid("A request must be an object such as {\"v\":1,\"do\":\"pending\"}, not \(root.kind).")
        }
        return members
    }

    /// Reads the members of a line.
    ///
    /// - Throws: `BackendFailure` with `.invalidRequest` if they are not a request.
    init(_ members: [String: JSONValue]) throws(BackendFailure) {
        self.members = members
        guard members["v"].map({ $0.decimal == Decimal(SteeredClients.version) }) ?? true else {
            throw Self.invalid("This App Store supports only version \(SteeredClients.version) of the protocol.")
        }
        guard case .string(let name)? = members["do"] else {
            throw Self.invalid("\"do\" is missing: the name of a command, such as \"pending\". \"help\" lists them.")
        }
        self.name = name
    }

    /// Makes a request within this program.
    init(_ name: String, _ members: [String: JSONValue]) {
        self.name = name
        self.members = members
    }

    /// The text under a key.
    func text(_ key: String) throws(BackendFailure) -> String {
        guard let text = try optionalText(key) else { throw Self.invalid("\"\(name)\" needs \"\(key)\": a text.") }
        return text
    }

    /// The text under a key, if there is one.
    func optionalText(_ key: String) throws(BackendFailure) -> String? {
        switch members[key] {
        case nil, .null?: return nil
        case .string(let text)?: return text
        case let other?: throw Self.invalid("\"\(key)\" must be a text, not \(other.kind).")
        }
    }

    /// The number under a key, or a default.
    func number(_ key: String, or usual: Decimal? = nil) throws(BackendFailure) -> Decimal {
        switch members[key] {
        case .number?: if let number = members[key]?.decimal { return number }
        case nil: if let usual { return usual }
        default: break
        }
        throw Self.invalid("\"\(name)\" needs \"\(key)\": a number.")
    }

    /// The whole number under a key, or a default.
    func count(_ key: String, in range: ClosedRange<Int>, or usual: Int? = nil) throws(BackendFailure) -> Int {
        let number = try number(key, or: usual.map { Decimal($0) })
        guard let count = Int("\(number)"), range.contains(count) else {
            throw Self.invalid("\"\(key)\" must be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return count
    }

    /// The whole number under a key, if there is one.
    func optionalCount(_ key: String, in range: ClosedRange<Int>) throws(BackendFailure) -> Int? {
        members[key] == nil ? nil : try count(key, in: range)
    }

    /// The flag under a key, or a default.
    func flag(_ key: String, or usual: Bool? = nil) throws(BackendFailure) -> Bool {
        switch members[key] {
        case .bool(let flag)?: return flag
        case nil: if let usual { return usual }
        default: break
        }
        throw Self.invalid("\"\(name)\" needs \"\(key)\": true or false.")
    }

    /// The numbers of an object by their keys.
    func chances(_ key: String) throws(BackendFailure) -> [String: Double] {
        guard case .object(let object)? = members[key] else {
            throw Self.invalid("\"\(name)\" needs \"\(key)\": an object of names and chances from 0 to 1.")
        }
        var chances: [String: Double] = [:]
        for (name, value) in object {
            guard case .number(let digits) = value, let chance = Double(digits), (0...1).contains(chance) else {
                throw Self.invalid("The chance of \"\(name)\" must be a number from 0 to 1.")
            }
            chances[name] = chance
        }
        return chances
    }

    /// The error for an invalid request.
    static func invalid(_ message: String) -> BackendFailure { BackendFailure(.invalidRequest, message) }
}
