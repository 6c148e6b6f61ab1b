#if Studio
    import Purser
    import PurserFormats

    /// The texts for events of an App Store.
    enum StudioWords {
        /// The entry of the log for an event.
        static func entry(
            _ what: String, _ value: JSONValue, date: Int64, _ names: StudioProducts
        ) -> [String: JSONValue] {
            let (title, detail) = words(what, value, value.text("product").map { names.name(of: $0) } ?? "")
            return JSONValue.members([
                "title": .string(title), "detail": detail.json, "date": .integer(date),
            ]).members
        }

        private static func words(_ what: String, _ value: JSONValue, _ name: String) -> (String, detail: String?) {
            switch what {
            case "transaction":
                let deed =
                    value["revocationDate"] != nil
                    ? "refunded" : value.flag("isRenewal") == true ? "renewed" : "purchased"
                return ("\(name) \(deed)", value.text("id"))
            case "subscription": return ("\(name): \(spaced(value.text("state") ?? "changed"))", value.text("id"))
            case "paymentWaits": return ("\(name) waits", value.text("payment"))
            case "paymentAnswered":
                return (value.flag("isApproved") == true ? "Approved" : "Declined or lapsed", value.text("payment"))
            case "finished":
                let ids = value.list("transactions").compactMap(\.string)
                return (ids.count == 1 ? "Finished" : "Finished \(ids.count)", ids.count == 1 ? ids.first : nil)
            case "deleted": return ("Transaction deleted", value.text("transaction"))
            case "cleared": return ("Account cleared", nil)
            case "storefront": return ("Storefront", value.text("country"))
            case "settings": return ("Settings", value.flag("asksToBuy") == true ? "Ask to Buy is on" : nil)
            case "faults":
                let names = (value.numbers("defects") ?? [:]).keys.sorted().map(spaced).joined(separator: ", ")
                return (value.flag("isCalm") == true ? "No faults" : "Faults", names.isEmpty ? nil : names)
            case "network": return (value.flag("isOnline") == true ? "Network is back" : "Network is down", nil)
            case "payments":
                return (value.flag("areAllowed") == true ? "Payments allowed" : "Payments forbidden", nil)
            case "timeMoved": return ("Clock moved", nil)
            case "missed": return ("Too many events at once; everything was read again", nil)
            default: return (spaced(what), nil)
            }
        }

        /// A name such as `inBillingRetryPeriod`, as separate words.
        static func spaced(_ name: String) -> String {
            name.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
        }
    }
#endif
