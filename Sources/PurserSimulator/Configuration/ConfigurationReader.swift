import Purser
import PurserFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads the tree of a StoreKit configuration once, keeps valid entries and records mistakes.
struct ConfigurationReader {
    var log: FileDiagnosticLog
    /// The paths of the entry in which each product identifier first appeared, and of the identifier in it.
    var seen: [String: (entry: String, id: String)] = [:]

    init(log: FileDiagnosticLog) { self.log = log }

    mutating func read(_ root: JSONObject) -> StoreKitConfiguration {
        var result = StoreKitConfiguration()
        result.version = version(root)
        result.identifier = root.string("identifier", &log)
        let plain = products(root, "products", expected: nil)
        // A non-renewing subscription among the products is accepted, although it has its own list.
        result.products = plain.filter { $0.type != .nonRenewable }
        let nonRenewable = products(root, "nonRenewingSubscriptions", expected: .nonRenewable)
        result.nonRenewableSubscriptions = nonRenewable + plain.filter { $0.type == .nonRenewable }
        result.subscriptionGroups = groups(root)
        result.settings = StoreKitConfiguration.Settings(of: root, &log)
        result.policies = policies(root)
        if let keys = root["subscriptionOffersKeyPair"]?.object(&log) {
            result.offersKeyID = keys.string("id", &log)
            result.offersPrivateKey = privateKey(keys)
        }
        noteUnpayable(result)
        noteEmptiness(root, result)
        result.diagnostics = log.diagnostics
        return result
    }

    private mutating func noteEmptiness(_ root: JSONObject, _ result: StoreKitConfiguration) {
        let lists = ["products", "nonRenewingSubscriptions", "subscriptionGroups"]
        guard lists.allSatisfy({ root[$0] == nil }) else { return }
        log.warn("$", "there is neither \"products\" nor \"subscriptionGroups\"; is it a StoreKit configuration?")
    }

    private mutating func privateKey(_ keys: JSONObject) -> Data? {
        guard let text = keys.string("privateKey", &log), !text.isEmpty else { return nil }
        if let key = Data(base64Encoded: text, options: .ignoreUnknownCharacters), !key.isEmpty { return key }
        log.warn(keys.path(to: "privateKey"), "the key is not in Base64; offers are not checked with it")
        return nil
    }

    private mutating func version(_ root: JSONObject) -> StoreKitConfiguration.Version? {
        guard let node = root["version"] else { return nil }
        let text: String
        switch node.value {
        case .object:
            guard let object = node.object(&log), let major = object.integer("major", &log) else { return nil }
            return StoreKitConfiguration.Version(major: major, minor: object.integer("minor", &log) ?? 0)
        case .number: text = node.value.decimal?.description ?? ""
        case .string(let string): text = string
        default: text = ""
        }
        log.warn(node.path, "write the version as { \"major\" : 4, \"minor\" : 0 }")
        let numbers = text.split(separator: ".").map { Int($0) }
        guard let first = numbers.first, let major = first else { return nil }
        return StoreKitConfiguration.Version(major: major, minor: numbers.dropFirst().first.flatMap { $0 } ?? 0)
    }

    private mutating func policies(_ root: JSONObject) -> StoreKitConfiguration.Policies? {
        guard let object = root["appPolicies"]?.object(&log) else { return nil }
        var privacy: [StoreKitConfiguration.Policies.Privacy] = []
        for policy in object.objects("policies", &log) {
            privacy.append(
                StoreKitConfiguration.Policies.Privacy(
                    locale: policy.string("locale", &log) ?? "en_US",
                    text: policy.string("policyText", &log) ?? "",
                    url: policy.string("policyURL", &log) ?? ""))
        }
        return StoreKitConfiguration.Policies(
            licenseAgreement: object.string("eula", &log) ?? "", privacy: privacy)
    }
}

extension JSONObject {
    /// A whole number; digits in quotes are accepted, with a warning.
    func integer(_ key: String, _ log: inout FileDiagnosticLog) -> Int? {
        guard let node = self[key] else { return nil }
        switch node.value {
        case .number:
            if let integer = node.value.decimal.flatMap({ Int($0.description) }) { return integer }
        case .string(let text):
            guard let integer = Int(text) else { break }
            log.warn(node.path, "a number is expected, not text; remove the quotes")
            return integer
        default: break
        }
        log.warn(node.path, "a whole number is expected, not \(node.value.kind); it is ignored")
        return nil
    }
}
