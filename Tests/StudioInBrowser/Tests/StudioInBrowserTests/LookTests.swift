import Foundation
import Testing

extension StudioInBrowser {
    @Suite("How Studio looks and is used")
    struct LookTests {
        /// An account with something of everything, by the page's own buttons and its script's own calls.
        private func furnished(_ file: String = Garden.file, buying other: String = "hostile") throws -> Tool {
            let tool = try Tool(file)
            let page = try Browser()
            try page.open(tool.address)
            try page.wait(Look.ready)
            func act(_ name: String, _ members: String = "") throws {
                try page.js(
                    "fetch('do', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ do: '\(name)', \(members) }) }).then((r) => r.json())"
                )
            }
            func subscription(_ product: String) throws -> String {
                try page.text(
                    "fetch('export.json').then((r) => r.json()).then((e) => e.subscriptions.find((s) => s.product === '\(product)').id)"
                )
            }
            try act("grace", "on: true")
            for product in ["club", "tips", "greenhouse", "pass"] { try act("buy", "product: '\(product)'") }
            try act("advance", "seconds: 86400 * 70")
            try page.wait("Number(document.querySelector('#found').textContent) > 12")
            let third = try page.text(
                "fetch('transactions?filter=renewals').then((r) => r.json()).then((e) => e.rows.find((t) => t.product === 'club').id)"
            )
            try act("buy", "product: 'notes'")
            try act("card", "subscription: '\(try subscription("tips"))', accepted: false")
            try act("advance", "seconds: 86400 * 30")
            try act("refund", "transaction: '\(third)'")
            try act("buy", "product: 'club'")
            for product in ["seeds", other, "seeds"] { try act("buy", "product: '\(product)'") }
            try act("restore")
            try act("ask", "on: true")
            for product in ["seeds", "pass"] { try act("buy", "product: '\(product)'") }
            try page.wait("document.querySelectorAll('#pending [data-payment]').length === 2")
            return tool
        }

        @Test("Pictures in light, dark and as wide as a phone; nothing sticks out at 390 pixels")
        func pictures() throws {
            let tool = try furnished(Garden.plainFile, buying: "pond")
            for (name, width, height, scale, isDark) in [
                ("light", 1_440, 1_000, 1.0, false), ("dark", 1_440, 1_000, 1.0, true), ("phone", 390, 844, 2.0, false),
                ("phone-dark", 390, 844, 2.0, true), ("tablet", 1_024, 768, 1.0, false),
            ] {
                let desk = try Desk(tool, width: width, height: height, scale: scale, isDark: isDark)
                let page = desk.browser
                try page.wait("document.querySelectorAll('#timeline .line').length >= 3 && \(Look.rows).length > 5")
                try page.wait("\(Look.updates).length > 5")
                #expect(try page.number("document.documentElement.scrollWidth") <= Double(width))
                try page.picture("\(name)-top")
                try page.picture(name, isWhole: true)
                desk.close()
            }
        }

        @Test("An empty store shows its products first, and in every empty panel what will stand there")
        func empty() throws {
            let tool = try Tool()
            for (width, height) in [(1_440, 900), (1_024, 768), (390, 844)] {
                let desk = try Desk(tool, width: width, height: height)
                let page = desk.browser
                try page.wait("document.querySelector('#rows').textContent.includes('Nothing was bought yet')")
                let place = "document.querySelector('#stock button').getBoundingClientRect().bottom"
                #expect(try page.number(place) < Double(height), "\(width)")
                for panel in ["#timeline", "#pending", "#log"] {
                    #expect(!(try page.text("document.querySelector('\(panel)').textContent")).isEmpty, "\(panel)")
                }
                try page.picture("empty-\(width)")
                desk.close()
            }
            let desk = try Desk(tool)
            try desk.buy("seeds")
            try desk.wait(transactions: 1)
            try desk.browser.wait("!document.body.classList.contains('empty')")
            desk.close()
        }

        @Test("Everything that can be used has a role and a name for a screen reader, and is reached by Tab")
        func names() throws {
            let desk = try Desk(try furnished())
            let page = desk.browser
            try page.wait("\(Look.rows).length > 5 && document.querySelectorAll('#timeline .line').length >= 3")
            let tree = try page.call("Accessibility.getFullAXTree")["nodes"] as? [Browser.Members] ?? []
            func value(_ node: Browser.Members, _ key: String) -> String {
                (node[key] as? Browser.Members)?["value"] as? String ?? ""
            }
            let used: Set = [
                "button", "link", "textbox", "searchbox", "switch", "slider", "combobox", "tab", "checkbox",
            ]
            var roles: [String: Int] = [:]
            for node in tree where node["ignored"] as? Bool != true {
                let role = value(node, "role")
                guard used.contains(role) else { continue }
                roles[role, default: 0] += 1
                #expect(!value(node, "name").isEmpty, "\(role) \(node["backendDOMNodeId"] ?? "")")
            }
            #expect(
                roles["slider"] == 1 && roles["tab"] == 3 && (roles["switch"] ?? 0) >= 5 && (roles["button"] ?? 0) > 20,
                "\(roles)")
            let landmarks = Set(tree.map { value($0, "role") })
            #expect(landmarks.isSuperset(of: ["banner", "main", "heading", "table", "row", "tablist", "status"]))
            // Tab goes through the page, and shows where it is.
            var seen: Set<String> = []
            for _ in 0..<60 {
                try page.key("Tab")
                seen.insert(
                    try page.text(
                        "(() => { const e = document.activeElement; return e.id || e.getAttribute('class') || e.textContent; })()"
                    ))
            }
            #expect(seen.isSuperset(of: ["next", "search", "rows", "log", "front", "handle"]), "\(seen)")
            desk.close()
        }

        @Test("Every text stands out from what is behind it, in light and in dark")
        func contrast() throws {
            let tool = try furnished()
            for isDark in [false, true] {
                let desk = try Desk(tool, isDark: isDark)
                try desk.browser.wait("\(Look.rows).length > 5")
                let faint =
                    try desk.browser.js(
                        """
                        (() => {
                          const parts = (c) => c.match(/[\\d.]+/g).map(Number);
                          const light = ([r, g, b]) => [r, g, b].map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
                          const behind = (e) => { for (; e; e = e.parentElement) { const c = parts(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] === 1) return c; } return [255, 255, 255]; };
                          const found = [];
                          for (const e of document.querySelectorAll('main *, header *')) {
                            if (e.closest('svg') || e.disabled || ![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || !e.checkVisibility()) continue;
                            const [a, b] = [light(parts(getComputedStyle(e).color)), light(behind(e))];
                            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
                            if (ratio < 4.5) found.push(`${e.id || e.className || e.tagName}: ${ratio.toFixed(2)} ${e.textContent.slice(0, 20)}`);
                          }
                          return [...new Set(found)];
                        })()
                        """) as? [String]
                #expect(faint == [], "dark: \(isDark)")
                desk.close()
            }
        }
    }
}
