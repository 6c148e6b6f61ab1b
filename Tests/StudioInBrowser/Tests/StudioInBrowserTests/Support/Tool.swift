import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The built tool, serving Studio.
final class Tool {
    let folder: Folder
    /// What a person opens.
    private(set) var address = ""
    private var child: Child?
    private let words: [String]

    static var path: String? { ProcessInfo.processInfo.environment["PURSER"] }

    /// The address in its parts.
    var port: Int { URL(string: address)?.port ?? 0 }
    var token: String { address.split(separator: "/").last.map(String.init) ?? "" }

    /// Serves from a file with these products, and keeps the account.
    init(_ file: String = Garden.file, _ others: [String] = []) throws {
        folder = try Folder()
        try file.write(toFile: folder.file("Garden.storekit"), atomically: true, encoding: .utf8)
        words =
            ["studio", folder.file("Garden.storekit"), "--home", folder.file("home"), "--durability", "buffered"]
            + others
        try start()
    }

    /// Shows an App Store that listens.
    init(attachedTo path: String, in folder: Folder) throws {
        self.folder = folder
        words = ["studio", "--attach", path]
        try start()
    }

    /// Starts it, once more perhaps.
    func start() throws {
        child = try Self.run(words, in: folder)
        let line = try child?.line() ?? ""
        address = line.replacingOccurrences(of: "Studio is at ", with: "")
        try #require(address.hasPrefix("http://127.0.0.1:"), "\(line)")
    }

    /// Starts any command of it.
    static func run(_ words: [String], in folder: Folder) throws -> Child {
        try Child([try #require(path)] + words, home: folder.path, errors: folder.file("errors"))
    }

    func kill() { child?.kill() }
    func end() -> Double? { child?.end() }

    /// Sends a request as any program can, and reads what comes back until the connection ends.
    func send(_ text: String, within seconds: Double = patience) throws -> String {
        #if canImport(Darwin) || canImport(Musl)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM), 0)
        #else
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        try #require(isConnected)
        let bytes = Array(text.utf8)
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
        var answer: [UInt8] = []
        let end = Date().addingTimeInterval(seconds)
        while try Wait.readable(descriptor, until: end) {
            var piece = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &piece, piece.count)
            guard count > 0 else { break }
            answer += piece[..<count]
        }
        return String(decoding: answer, as: UTF8.self)
    }

    /// The status of a request.
    func status(
        _ path: String, method: String = "GET", host: String? = nil, headers: [String] = [], body: String = ""
    ) throws -> Int {
        let head =
            ["\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"] + headers
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        let answer = try send((head + length).joined(separator: "\r\n") + "\r\n\r\n" + body)
        return answer.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}

/// What is sold in the tests.
enum Garden {
    /// A name that is dangerous where names are markup.
    static let hostileName = "<script>document.title='caught'</script>"

    static let file = file(with: product("hostile", hostileName, "1.99", "Consumable"))

    /// The same with a trial, and nothing dangerous: for pictures.
    static let plainFile = file(
        with: product("pond", "Garden Pond", "9.99", "NonConsumable"),
        offer:
            #"{"displayPrice":"0","internalID":"O1","numberOfPeriods":1,"paymentMode":"free","subscriptionPeriod":"P1M"}"#
    )

    private static func file(with other: String, offer: String? = nil) -> String {
        """
        {"identifier":"5A1C0E01","settings":{"_locale":"en_US","_storefront":"USA"},"version":{"major":4,"minor":0},
         "products":[\(product("seeds", "10 Seeds", "0.99", "Consumable")),\(product("greenhouse", "Greenhouse", "14.99", "NonConsumable")),
         \(other)],
         "nonRenewingSubscriptions":[\(product("pass", "Summer Pass", "19.99", "NonRenewingSubscription"))],
         "subscriptionGroups":[\(group("1", "Club", "club", "Garden Club", "4.99", "P1M", offer)),
         \(group("2", "Tips", "tips", "Weekly Tips", "0.99", "P1W")),\(group("3", "Notes", "notes", "Weekly Notes", "1.49", "P1W"))]}
        """
    }

    private static func product(_ id: String, _ name: String, _ price: String, _ type: String, _ more: String = "")
        -> String
    {
        """
        {"displayPrice":"\(price)","familyShareable":false,"internalID":"\(id)0","localizations":[{"description":"","displayName":\(Browser.quoted(name)),
        "locale":"en_US"}],"productID":"\(id)","referenceName":"\(id)","type":"\(type)"\(more)}
        """
    }

    private static func group(
        _ number: String, _ name: String, _ id: String, _ title: String, _ price: String, _ period: String,
        _ offer: String? = nil
    ) -> String {
        let more =
            ",\"groupNumber\":1,\"recurringSubscriptionPeriod\":\"\(period)\",\"subscriptionGroupID\":\"G\(number)\",\"adHocOffers\":[]"
            + (offer.map { ",\"introductoryOffer\":\($0)" } ?? "")
        return """
            {"id":"G\(number)","localizations":[],"name":"\(name)","subscriptions":[\(product(id, title, price, "RecurringSubscription", more))]}
            """
    }
}
