import Foundation
import Testing

extension StudioInBrowser {
    @Suite("Studio with ten thousand transactions")
    struct CrowdTests {
        @Test("The page is there soon, scrolls, searches, and shows what comes; figures are printed")
        func crowd() throws {
            let desk = try Desk()
            let page = desk.browser
            for (index, product) in ["tips", "notes"].enumerated() {
                try desk.buy(product)
                try desk.wait(transactions: index + 1)
            }
            // A century of two weekly subscriptions.
            let begin = Date()
            for _ in 0..<4 {
                try page.js(
                    "fetch('do', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ do: 'advance', seconds: 86400 * 9132 }) }).then((r) => r.json())"
                )
            }
            try page.wait("Number(document.querySelector('#found').textContent.replace(/,/g, '')) > 10000")
            let count = try page.text("document.querySelector('#found').textContent")
            figure("\(count) transactions after", Date().timeIntervalSince(begin))
            try page.wait(
                "document.querySelector('#tab-update .count').textContent.replace(/,/g, '') > 10000")
            figure("as many updates, granted, after", Date().timeIntervalSince(begin))

            let fresh = Date()
            let other = try Desk(desk.tool)
            try other.browser.wait(
                "\(Look.rows).length > 9 && document.querySelectorAll('#timeline .line').length === 2")
            figure("a new browser has the page after", Date().timeIntervalSince(fresh))
            #expect(try other.browser.number("document.querySelectorAll('#rows .row').length") < 60)

            let start = Date()
            try page.js("document.querySelector('#search').focus()")
            try page.type("9999")
            try page.wait("document.querySelector('#found').textContent.includes(' of ')")
            figure("a search has its rows after", Date().timeIntervalSince(start))
            try page.js(
                "(() => { const s = document.querySelector('#search'); s.value = ''; s.dispatchEvent(new Event('input')); })()"
            )
            try page.wait("document.querySelector('#found').textContent === \(Browser.quoted(count))")

            // Three hundred frames from the top to the end.
            let times = try #require(
                try page.js(
                    """
                    (async () => {
                      const box = document.querySelector('#rows'), times = [];
                      let last = performance.now();
                      for (let i = 1; i <= 300; i++) {
                        box.scrollTop = (box.scrollHeight - box.clientHeight) * i / 300;
                        await new Promise(requestAnimationFrame);
                        const now = performance.now(); times.push(now - last); last = now;
                      }
                      return times.sort((a, b) => a - b);
                    })()
                    """) as? [NSNumber]
            ).map(\.doubleValue)
            print(
                "Figure: a frame while scrolling takes \(Int(times[150])) ms, the slowest of a hundred \(Int(times[297])) ms."
            )
            try page.wait("\(Look.rows).some((r) => r.textContent.includes('2000000000001'))")

            let buy = Date()
            try desk.buy("seeds")
            try page.wait("\(Look.updates)[0]?.textContent.includes('10 Seeds purchased')")
            figure("a purchase is an update on the page after", Date().timeIntervalSince(buy))
            desk.close()
            other.close()
        }

        private func figure(_ words: String, _ seconds: Double) {
            print("Figure: \(words) \(Int(seconds * 1_000)) ms.")
        }
    }
}
