#if canImport(StoreKit)
    import Foundation

    extension Data {
        /// One member of a JSON object, as JSON with its keys in order; `nil` when there is none.
        func jsonMember(_ key: String) -> String? {
            guard let object = try? JSONSerialization.jsonObject(with: self) as? [String: Any],
                let member = object[key],
                let data = try? JSONSerialization.data(
                    withJSONObject: member, options: [.sortedKeys, .fragmentsAllowed])
            else { return nil }
            return String(bytes: data, encoding: .utf8)
        }
    }
#endif
