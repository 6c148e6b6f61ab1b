import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A chromium without a window, with one page.
///
/// It is driven over its debugging protocol: JSON that ends with a zero byte, commands on descriptor 3 and answers on 4.
final class Browser {
    typealias Members = [String: Any]

    /// What went wrong in the page, and what its console says.
    private(set) var complaints: [String] = []
    private let folder: Folder
    private let child: Child
    private let commands: Int32
    private let answers: Int32
    private var buffer = Data()
    private var count = 0
    private var session: String?

    static var path: String { ProcessInfo.processInfo.environment["CHROMIUM"] ?? "chromium" }

    init(width: Int = 1_440, height: Int = 1_000, scale: Double = 1, isDark: Bool = false) throws {
        folder = try Folder()
        var (there, back): ([Int32], [Int32]) = ([0, 0], [0, 0])
        guard pipe(&there) == 0, pipe(&back) == 0 else { throw Trouble("a pipe could not be made") }
        for end in there + back { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // High numbers, so that giving the browser 3 and 4 closes neither.
        let (reading, writing) = (fcntl(there[0], F_DUPFD_CLOEXEC, 20), fcntl(back[1], F_DUPFD_CLOEXEC, 20))
        var words = [
            Self.path, "--headless=new", "--remote-debugging-pipe", "--disable-dev-shm-usage", "--disable-gpu",
            "--no-first-run", "--no-default-browser-check", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-extensions", "--password-store=basic",
            "--user-data-dir=\(folder.file("profile"))", "--window-size=\(width),\(height)",
        ]
        // In a container as root there is no sandbox.
        if geteuid() == 0 { words.append("--no-sandbox") }
        child = try Child(
            words + ["about:blank"], descriptors: [3: reading, 4: writing], home: folder.path,
            errors: folder.file("errors"))
        for end in [there[0], back[1], reading, writing] { close(end) }
        (commands, answers) = (there[1], back[0])
        let targets = try call("Target.getTargets")["targetInfos"] as? [Members] ?? []
        guard let page = targets.first(where: { $0["type"] as? String == "page" })?["targetId"] else {
            throw Trouble("the browser has no page")
        }
        session = try call("Target.attachToTarget", ["targetId": page, "flatten": true])["sessionId"] as? String
        for domain in ["Page", "Runtime", "Log"] { try call("\(domain).enable") }
        try call(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 500])
        try call(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]])
    }

    deinit {
        close(commands)
        close(answers)
    }

    /// Calls a method of the protocol.
    @discardableResult
    func call(_ method: String, _ parameters: Members = [:], within seconds: Double = patience) throws -> Members {
        count += 1
        var message: Members = ["id": count, "method": method, "params": parameters]
        if let session { message["sessionId"] = session }
        var bytes = Array(try JSONSerialization.data(withJSONObject: message)) + [0]
        while !bytes.isEmpty {
            let sent = write(commands, bytes, bytes.count)
            guard sent > 0 else { throw Trouble("the browser has ended") }
            bytes.removeFirst(sent)
        }
        let end = Date().addingTimeInterval(seconds)
        while true {
            let reply = try next(until: end, for: method)
            note(reply)
            guard reply["id"] as? Int == count else { continue }
            if let error = reply["error"] { throw Trouble("\(method): \(error)") }
            return reply["result"] as? Members ?? [:]
        }
    }

    private func next(until end: Date, for method: String) throws -> Members {
        while true {
            if let zero = buffer.firstIndex(of: 0) {
                let message = buffer[buffer.startIndex..<zero]
                buffer = Data(buffer[buffer.index(after: zero)...])
                return try JSONSerialization.jsonObject(with: message) as? Members ?? [:]
            }
            guard try Wait.readable(answers, until: end) else { throw Trouble("\(method) has no answer") }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(answers, &bytes, bytes.count)
            guard count > 0 else { throw Trouble("the browser has ended") }
            buffer.append(contentsOf: bytes[..<count])
        }
    }

    private func note(_ message: Members) {
        let parameters = message["params"] as? Members ?? [:]
        switch message["method"] as? String {
        case "Runtime.exceptionThrown":
            complaints.append("\((parameters["exceptionDetails"] as? Members)?["exception"] ?? parameters)")
        case "Runtime.consoleAPICalled": complaints.append("\(parameters["args"] ?? "")")
        case "Log.entryAdded":
            let entry = parameters["entry"] as? Members ?? [:]
            complaints.append("\(entry["text"] ?? "") \(entry["url"] ?? "")")
        default: break
        }
    }

    /// Forgets what a test has brought about on purpose.
    func forgive() { complaints = [] }

    /// Opens an address, and waits until it is there.
    func open(_ address: String) throws {
        try call("Page.navigate", ["url": address])
        try wait("document.readyState === 'complete' && location.href !== 'about:blank'")
    }

    /// The value of an expression in the page.
    @discardableResult
    func js(_ text: String, within seconds: Double = patience) throws -> Any? {
        let result = try call(
            "Runtime.evaluate", ["expression": text, "returnByValue": true, "awaitPromise": true], within: seconds)
        if let details = result["exceptionDetails"] { throw Trouble("\(text): \(details)") }
        return (result["result"] as? Members)?["value"]
    }

    func text(_ expression: String) throws -> String { try js(expression) as? String ?? "" }
    func number(_ expression: String) throws -> Double { (try js(expression) as? NSNumber)?.doubleValue ?? .nan }

    /// Waits for a condition in the page.
    func wait(_ condition: String, within seconds: Double = patience) throws {
        let end = Date().addingTimeInterval(seconds)
        while (try js("!!(\(condition))") as? Bool) != true {
            guard Date() < end else { throw Trouble("this has not come true: \(condition); \(try seen())") }
            usleep(10_000)
        }
    }

    /// What a person would see, for messages.
    private func seen() throws -> String {
        try text(
            "document.querySelector('#live')?.textContent + ' | ' + document.querySelector('#failed')?.textContent")
    }

    /// A real click, at the middle of an element: what is covered is not hit.
    ///
    /// When the page moved the element between the look and the click, as it does after the first purchase, the click
    /// is done again.
    func click(_ selector: String) throws {
        for _ in 0..<5 {
            try wait("document.querySelector(\(Self.quoted(selector)))?.matches(':not(:disabled)')")
            try aim(selector)
            if try js("window.isHit") as? Bool == true { return }
        }
        throw Trouble("\(selector) is not hit by a click")
    }

    private func aim(_ selector: String) throws {
        let place = try js(
            """
            (() => { const e = document.querySelector(\(Self.quoted(selector))); e.scrollIntoView({ block: 'center' });
            window.isHit = false;
            const look = (event) => { window.isHit ||= !!event.target.closest(\(Self.quoted(selector))); };
            document.addEventListener('click', look, { capture: true, once: true });
            const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()
            """)
        guard let place = place as? [NSNumber], place.count == 2 else { throw Trouble("\(selector) has no place") }
        let (x, y) = (place[0].doubleValue, place[1].doubleValue)
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] { try mouse(kind, x, y) }
    }

    func mouse(_ kind: String, _ x: Double, _ y: Double) throws {
        try call(
            "Input.dispatchMouseEvent",
            [
                "type": kind, "x": x, "y": y, "button": "left", "buttons": kind == "mouseReleased" ? 0 : 1,
                "clickCount": 1,
            ])
    }

    func key(_ name: String) throws {
        let code = [
            "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "PageUp": 33, "PageDown": 34, "ArrowLeft": 37,
            "ArrowRight": 39,
        ]
        for kind in ["rawKeyDown", "keyUp"] {
            try call(
                "Input.dispatchKeyEvent",
                ["type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code[name] ?? 0])
        }
    }

    func type(_ text: String) throws { try call("Input.insertText", ["text": text]) }

    /// Saves a picture where pictures are wanted.
    func picture(_ name: String, isWhole: Bool = false) throws {
        guard let folder = ProcessInfo.processInfo.environment["PICTURES"], !folder.isEmpty else { return }
        let data = try call("Page.captureScreenshot", ["format": "png", "captureBeyondViewport": isWhole])["data"]
        guard let bytes = (data as? String).flatMap({ Data(base64Encoded: $0) }) else { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try bytes.write(to: URL(fileURLWithPath: "\(folder)/\(name).png"))
    }

    /// The text as a literal of the page's language.
    static func quoted(_ text: String) -> String {
        let data = try? JSONSerialization.data(withJSONObject: [text])
        return String(decoding: data ?? Data("[\"\"]".utf8), as: UTF8.self).dropFirst().dropLast().description
    }
}
