import Foundation
import Testing

/// What the tests look at.
enum Look {
    static let ready = "document.body.dataset.ready === 'yes' && document.querySelector('#live').textContent === 'Live'"
    static let rows = "[...document.querySelectorAll('#rows .row:not(.waits)')]"
    static let updates = "[...document.querySelectorAll('#log li[data-number]')]"

    /// The button that buys a product.
    static func buy(_ product: String) -> String { "#stock [data-product='\(product)'] button" }
}

/// A page beside a tool of its own.
struct Desk {
    let tool: Tool
    let browser: Browser

    init(_ tool: Tool, width: Int = 1_440, height: Int = 1_000, scale: Double = 1, isDark: Bool = false) throws {
        self.tool = tool
        browser = try Browser(width: width, height: height, scale: scale, isDark: isDark)
        try browser.open(tool.address)
        try browser.wait(Look.ready)
    }

    init() throws { try self.init(Tool()) }

    /// How many transactions there are.
    func wait(transactions count: Int) throws {
        try browser.wait("document.querySelector('#found').textContent === '\(count)'")
        try browser.wait("\(Look.rows).length === \(min(count, 10)) || \(Look.rows).length > 9")
    }

    func buy(_ product: String) throws { try browser.click(Look.buy(product)) }

    /// Moves the clock as a person does: by the keys of the line, which asks first.
    func advance(months: Int) throws {
        let begin = try browser.text("document.querySelector('#clock').dateTime")
        let end = "Date.parse('\(begin)') + \(months) * 30 * 86400000"
        // The line goes to the end of what is drawn, and the drawing follows the clock.
        try browser.wait(
            "Number(document.querySelector('#timeline .handle').getAttribute('aria-valuemax')) >= \(end)"
        )
        try browser.js("document.querySelector('#timeline .handle').focus()")
        for _ in 0..<months { try browser.key("PageUp") }
        try browser.wait("!document.querySelector('#confirm').hidden")
        try browser.key("Enter")
        try browser.wait("document.querySelector('#confirm').hidden")
        // The clock goes there in steps, from one renewal to the next.
        try browser.wait("Date.parse(document.querySelector('#clock').dateTime) >= \(end)")
    }

    /// Ends a test: the page has complained of nothing.
    func close() { #expect(browser.complaints.isEmpty, "\(browser.complaints)") }
}

extension StudioInBrowser {
    @Suite("Studio in a browser")
    struct PageTests {
        @Test("Bought: a row, a numbered update in its phase, granted beside it")
        func buying() throws {
            let desk = try Desk()
            let page = desk.browser
            try desk.buy("seeds")
            try desk.wait(transactions: 1)
            #expect(try page.text("\(Look.rows)[0].querySelector('[data-cell=price]').textContent") == "$0.99")
            try page.wait("\(Look.rows)[0].querySelector('[data-cell=state]').textContent === 'Finished'")
            try page.wait("\(Look.updates)[0]?.querySelector('.tag')?.textContent === 'granted'")
            #expect(try page.text("\(Look.updates)[0].textContent").hasPrefix("#110 Seeds purchasedgrantedpayment"))
            try page.wait("document.querySelector('#tiles').textContent.includes('$0.99')")
            desk.close()
        }

        @Test("Ask to Buy: it waits, is approved or declined with a button, and the update comes by itself")
        func approving() throws {
            let desk = try Desk()
            let page = desk.browser
            try page.click("#switch-asksToBuy")
            try page.wait("document.querySelector('#switch-asksToBuy').checked")
            try desk.buy("greenhouse")
            try page.wait("document.querySelectorAll('#pending [data-payment]').length === 1")
            try desk.buy("seeds")
            try page.wait("document.querySelectorAll('#pending [data-payment]').length === 2")
            try page.click("#pending li:nth-child(1) button.main")
            try desk.wait(transactions: 1)
            try page.wait("\(Look.updates)[0]?.textContent.includes('Greenhouse purchased')")
            #expect(try page.text("\(Look.updates)[0].querySelector('.phase').textContent") == "complete")
            try page.click("#pending li:nth-child(1) button:not(.main)")
            try page.wait("document.querySelectorAll('#pending [data-payment]').length === 0")
            #expect(try page.text("document.querySelector('#found').textContent") == "1")
            desk.close()
        }

        @Test("Refunded: the row says so, the update is revoked, and a part is a part")
        func refunding() throws {
            let desk = try Desk()
            let page = desk.browser
            try desk.buy("greenhouse")
            try desk.wait(transactions: 1)
            try page.wait("\(Look.updates)[0]?.querySelector('.tag')?.textContent === 'granted'")
            try page.click("#rows [data-cell=act] button")
            try page.wait("document.querySelector('#sheet').open")
            try page.js("document.querySelector('#percentage').value = 50")
            try page.click("#refund")
            try page.wait("!document.querySelector('#sheet').open")
            try page.wait("\(Look.rows)[0]?.querySelector('[data-cell=state]').textContent === 'Refunded'")
            try page.wait("\(Look.updates)[0].querySelector('.tag')?.textContent === 'revoked'")
            try page.wait(
                "document.querySelector('#tiles').textContent.includes('$7.50') || document.querySelector('#tiles').textContent.includes('$7.49')"
            )
            try page.click("#filter [data-filter=refunded]")
            try page.wait("\(Look.rows).length === 1 && document.querySelector('#found').textContent === '1'")
            try page.click("#filter [data-filter=renewals]")
            try page.wait("document.querySelector('#found').textContent === '0 of 1'")
            desk.close()
        }

        @Test("A year passes: the line is dragged forward, the timeline grows, and every renewal is an update")
        func year() throws {
            let desk = try Desk()
            let page = desk.browser
            try desk.buy("club")
            try desk.wait(transactions: 1)
            try page.wait("document.querySelectorAll('#timeline .is-paid').length === 1")
            try page.wait("document.querySelectorAll('#timeline .is-plan').length >= 2")
            // By the mouse: a hundred pixels to the right, and not agreed to.
            let place = try #require(
                try page.js(
                    "(() => { document.querySelector('#timeline').scrollIntoView({ block: 'center' }); const r = document.querySelector('#timeline .pill').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()"
                ) as? [NSNumber])
            let (x, y) = (place[0].doubleValue, place[1].doubleValue)
            try page.mouse("mousePressed", x, y)
            for step in 1...10 { try page.mouse("mouseMoved", x + Double(step) * 10, y) }
            try page.mouse("mouseReleased", x + 100, y)
            try page.wait("!document.querySelector('#confirm').hidden")
            #expect(try page.text("document.querySelector('#confirm p').textContent").contains("renewal"))
            try page.click("#stay")
            try page.wait("document.querySelector('#confirm').hidden")
            #expect(try page.text("document.querySelector('#found').textContent") == "1")
            // By the keys: a year in four steps, since the line does not leave the view.
            let begin = try page.text("document.querySelector('#clock').dateTime")
            for _ in 0..<4 { try desk.advance(months: 3) }
            try page.wait("Number(document.querySelector('#found').textContent) >= 12")
            try page.wait("document.querySelectorAll('#timeline .is-paid').length >= 6")
            try page.wait("\(Look.updates).filter(e => e.textContent.includes('renewed')).length >= 11")
            let end = try page.text("document.querySelector('#clock').dateTime")
            #expect(end > begin && end.prefix(4) > begin.prefix(4))
            // No number is missing, and none comes twice.
            let numbers = try #require(try page.js("\(Look.updates).map(e => Number(e.dataset.number))") as? [Int])
            #expect(numbers == Array((1...(numbers.first ?? 0)).reversed()))
            desk.close()
        }

        @Test("The card is declined: grace, then retry, drawn with their dates")
        func billing() throws {
            let desk = try Desk()
            let page = desk.browser
            try page.click("#switch-grace")
            try desk.buy("club")
            try page.wait("document.querySelectorAll('#timeline .is-paid').length === 1")
            try page.wait("\(Look.updates)[0]?.textContent.includes('subscribed')")
            try page.click("#timeline .line")
            try page.wait("document.querySelector('#sheet').open")
            try page.js(
                "[...document.querySelectorAll('#sheet .acts button')].find(b => b.textContent === 'Decline the card').click()"
            )
            try page.wait("!document.querySelector('#sheet').open")
            try page.click("#next")
            try page.wait("document.querySelectorAll('#timeline .is-grace').length === 1")
            try page.click("#next")
            try page.wait("document.querySelectorAll('#timeline .is-retry').length === 1")
            try page.wait("document.querySelector('#timeline svg').textContent.includes('Billing retry until')")
            try page.click("#tab-notification")
            try page.wait("document.querySelector('#log').textContent.includes('DID_FAIL_TO_RENEW / GRACE_PERIOD')")
            try page.click("#log li:first-child button")
            try page.wait("document.querySelector('#sheet pre').textContent.includes('\"type\"')")
            desk.close()
        }

        @Test("A signed notification is shown as it is sent, and decoded with what is signed inside")
        func signed() throws {
            let desk = try Desk(Tool(Garden.file, ["--sign"]))
            let page = desk.browser
            try desk.buy("club")
            try page.click("#tab-notification")
            try page.wait("document.querySelector('#log').textContent.includes('SUBSCRIBED / INITIAL_BUY')")
            try page.click("#log li:first-child button")
            try page.wait("document.querySelectorAll('#sheet pre').length === 4")
            let titles = try page.text(
                "[...document.querySelectorAll('#sheet h3')].map((e) => e.textContent).join(', ')")
            #expect(
                titles
                    == "Notification (ES256), signedRenewalInfo (ES256), signedTransactionInfo (ES256), As it is sent")
            let inside = try page.text("document.querySelectorAll('#sheet pre')[2].textContent")
            #expect(inside.contains("\"productId\": \"club\""))
            desk.close()
        }

        @Test("Faults and defects are switches, and the page shows what is so")
        func faults() throws {
            let desk = try Desk()
            let page = desk.browser
            try page.js("document.querySelector('#defects').open = true")
            try page.click("#defect-finishNotTaken")
            try page.wait("document.querySelector('#defects .count').textContent === '1 on'")
            try page.click("#switch-offline")
            try page.wait("document.querySelector('#live').textContent === 'Store offline'")
            try page.click("#switch-offline")
            try page.wait("document.querySelector('#live').textContent === 'Live'")
            try page.click("#defect-finishNotTaken")
            try page.wait("document.querySelector('#defects .count').textContent === ''")
            desk.close()
        }

        @Test("Prices of another storefront are shown, and the customer moves there when asked to")
        func storefronts() throws {
            let desk = try Desk()
            let page = desk.browser
            try page.js(
                "(() => { const s = document.querySelector('#front'); s.value = 'JPN'; s.dispatchEvent(new Event('change')); })()"
            )
            try page.wait("document.querySelector(\"[data-product='greenhouse'] .price\").textContent === '¥15'")
            #expect(try page.text("document.querySelector('#moving').textContent").contains("USA"))
            try page.click("#move")
            try page.wait("document.querySelector('#moving').hidden")
            try page.wait("document.querySelector(\"[data-product='seeds'] .price\").textContent === '¥1'")
            desk.close()
        }

        @Test("A product named <script> is text everywhere: list, row, timeline, update, sheet, export")
        func hostile() throws {
            let desk = try Desk()
            let page = desk.browser
            try desk.buy("hostile")
            try desk.wait(transactions: 1)
            try page.click("#rows .row")
            try page.wait("document.querySelector('#sheet').open")
            let name = Browser.quoted(Garden.hostileName)
            for place in ["#sheet-title", "#stock", "#rows", "#log"] {
                try page.wait("document.querySelector('\(place)').textContent.includes(\(name))")
            }
            #expect(try page.number("document.querySelectorAll('script').length") == 1)
            #expect(try page.text("document.title") == "Garden.storekit – Purser Studio")
            #expect(
                try page.js(
                    "fetch('export.json').then(r => r.text()).then(t => !t.includes('<') && JSON.parse(t).transactions[0].name)"
                ) as? String == Garden.hostileName)
            desk.close()
        }

        @Test("Exports: the account as JSON, and the drawing as an SVG that stands for itself")
        func exports() throws {
            let desk = try Desk()
            let page = desk.browser
            try desk.buy("club")
            try desk.wait(transactions: 1)
            try page.wait("document.querySelectorAll('#timeline .is-paid').length === 1")
            try page.js(
                """
                (() => { const make = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((t) => { window.saved = t; }); return make(blob); }; })()
                """)
            try page.click("#save-svg")
            try page.wait("window.saved")
            let result = try page.text(
                "(() => { const d = new DOMParser().parseFromString(window.saved, 'image/svg+xml'); return d.querySelector('parsererror') ? 'broken' : d.documentElement.textContent; })()"
            )
            #expect(result.contains("Garden Club") && result.contains("$4.99"))
            #expect(!(try page.text("window.saved")).contains("var("))
            desk.close()
        }
    }
}
