import Foundation
import Testing

extension StudioInBrowser {
    @Suite("Studio and its ends")
    struct RestartTests {
        @Test("The server is killed and started again: the same page goes on, and no update is lost or comes twice")
        func restart() throws {
            let desk = try Desk()
            let page = desk.browser
            for (index, product) in ["seeds", "greenhouse"].enumerated() {
                try desk.buy(product)
                try page.wait("\(Look.updates).length === \(index + 1)")
            }
            try page.js("window.mark = 'the same page'")
            for round in 1...3 {
                let address = desk.tool.address
                desk.tool.kill()
                try page.wait("document.querySelector('#live').textContent === 'Reconnecting'")
                try desk.tool.start()
                #expect(desk.tool.address == address)
                try page.wait(Look.ready)
                try page.wait("\(Look.updates).length === \(round + 1)")
                try desk.buy("seeds")
                try page.wait("\(Look.updates).length === \(round + 2)")
                let numbers = try page.js("\(Look.updates).map(e => Number(e.dataset.number))") as? [Int]
                #expect(numbers == Array((1...(round + 2)).reversed()))
            }
            #expect(try page.text("window.mark") == "the same page")
            try page.wait("document.querySelector('#found').textContent === '5'")
            // While nobody listens the browser says so; nothing else.
            #expect(page.complaints.allSatisfy { $0.contains("net::ERR_") }, "\(page.complaints)")
        }

        @Test("An open stream does not keep the server from ending, nor does a client that never reads")
        func ending() throws {
            let desk = try Desk()
            let silent = try Browser()
            try silent.open(desk.tool.address)
            let seconds = try #require(desk.tool.end(), "the server had to be killed")
            print("Figure: the server ended \(Int(seconds * 1_000)) ms after SIGTERM, beside two open streams.")
        }

        @Test("Attached to an app: it is steered, its end is shown, and its next run found")
        func attached() throws {
            let folder = try Folder()
            try Garden.file.write(toFile: folder.file("Garden.storekit"), atomically: true, encoding: .utf8)
            let socket = folder.file("store")
            func app() throws -> Child {
                // A shop whose standard input does not end.
                let words = [
                    "-c", "sleep 7200 | \"$0\" shop \"$1\" --listen \"$2\" --home \"$3\" --durability buffered",
                ]
                let child = try Child(
                    ["/bin/sh"] + words + [
                        try #require(Tool.path), folder.file("Garden.storekit"), socket, folder.file("home"),
                    ],
                    home: folder.path, errors: folder.file("errors"))
                let end = Date().addingTimeInterval(patience)
                while !FileManager.default.fileExists(atPath: socket), Date() < end { usleep(10_000) }
                return child
            }
            var running = try app()
            let tool = try Tool(attachedTo: socket, in: folder)
            let page = try Browser()
            try page.open(tool.address)
            try page.wait("document.querySelector('#live').textContent === 'Attached'")
            try page.click(Look.buy("club"))
            try page.wait("document.querySelector('#found').textContent === '1'")
            try page.wait("document.querySelectorAll('#timeline .is-paid').length === 1")
            try page.wait("document.querySelector('#log').textContent.includes('Garden Club purchased')")
            #expect(try page.js("document.querySelector('#restore').hidden") as? Bool == false)
            running.kill()
            try page.wait("document.querySelector('#live').textContent === 'The app has ended'")
            try page.click(Look.buy("seeds"))
            try page.wait("document.querySelector('#failed').textContent.includes('The app has ended')")
            try? FileManager.default.removeItem(atPath: socket)
            running = try app()
            try page.wait("document.querySelector('#live').textContent === 'Attached'")
            try page.click(Look.buy("seeds"))
            try page.wait("document.querySelector('#found').textContent === '2'")
            #expect(tool.end() != nil)
            running.kill()
            #expect(page.complaints.allSatisfy { $0.contains("502") || $0.contains("net::ERR_") }, "\(page.complaints)")
        }
    }
}
