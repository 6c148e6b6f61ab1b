import Foundation
import Purser
import Testing

@testable import PurserTool

@Suite("What is signed, in the tool")
struct SignedCommandTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private let payload =
        #"{"transactionId":"1001","bundleId":"com.example.garden","signedDate":1704067200000,"changes":[1.50]}"#

    private func jws(_ payload: String) -> String {
        func part(_ text: String) -> String {
            Data(text.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
                .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        }
        return "\(part(#"{"alg":"ES256","x5c":[]}"#)).\(part(payload)).\(part("signature"))"
    }

    @Test("A compact JWS is shown; without a genuine signature the status is 1, and one line says why")
    func shown() async throws {
        for text in [jws(payload) + "\n", #"{"signedPayload":"\#(jws(payload))"}"#] {
            let path = try place.write(text, to: "transaction.jws")
            let run = await ToolRun.inside("jws", path)
            #expect(run.status == 1 && run.errorLines.count == 1 && run.err.contains(path))
            #expect(run.lines.first == "transaction" && run.out.contains("signedDate     2024-01-01T00:00:00Z"))
            #expect(run.out.contains("[1.50]"))
            #if !Verification
                #expect(run.err.contains("nothing was verified"))
            #else
                #expect(run.err.contains("invalidCertificate"))
                #expect(run.out.contains("FAILED"))
            #endif
        }
    }

    @Test("For programs it is one object, with numbers as they were signed")
    func json() async throws {
        let inner = jws(payload)
        let notification = #"{"notificationType":"TEST","data":{"signedTransactionInfo":"\#(inner)"}}"#
        let run = await ToolRun.inside("jws", "--json", try place.write(jws(notification), to: "n.jws"))
        let object = try #require(try run.objects().first)
        #expect(object["type"] as? String == "jws" && object["kind"] as? String == "notification")
        #expect(object["isVerified"] as? Bool == false && run.lines.count == 1)
        let inside = try #require(object["inside"] as? [String: [String: Any]])
        #expect(inside["signedTransactionInfo"]?["kind"] as? String == "transaction")
        #expect(run.out.contains(#""changes":[1.50]"#))
    }

    @Test("A file that is neither says so, and one that is the other says which command shows it")
    func neither() async throws {
        for (command, text, hint) in [
            ("jws", "hello", "not a compact JWS"), ("jws", "", "not a compact JWS"),
            ("receipt", "hello", "not a receipt"),
            ("receipt", "", "not a receipt"), ("receipt", jws(payload), "purser jws"),
            ("jws", "a.b.c", "not a compact JWS"),
        ] {
            let path = try place.write(text, to: "file")
            let run = await ToolRun.inside(command, path)
            #expect(run.status == 1 && run.errorLines.count == 1 && run.out.isEmpty)
            #expect(run.err.contains(hint) && run.err.contains(path), "\(run.err)")
        }
        for command in ["jws", "receipt"] {
            let run = await ToolRun.inside(command, place.folder.path)
            #expect(run.status == 1 && run.errorLines.count == 1)
            #expect(await ToolRun.inside(command).status == 64)
            #expect(await ToolRun.inside(command, "f", "--app-id", "7").status == 64)
            #expect(await ToolRun.inside(command, "f", "--environment", "Xcode").status == 64)
            let production = await ToolRun.inside(command, "f", "--environment", "Production", "--bundle", "b")
            #expect(production.status == 64 && production.err.contains("--app-id"))
            // Without an environment no number is needed.
            let file = try place.write(command == "jws" ? jws(payload) : Self.receipt, to: "signed")
            let bundle = await ToolRun.inside(command, file, "--bundle", "b")
            #expect(bundle.status == 1 && !bundle.err.contains("invalidConfiguration"), "\(bundle.err)")
        }
    }

    @Test("A receipt is shown, for people and for programs")
    func receipt() async throws {
        let path = try place.write(Self.receipt, to: "receipt")
        let run = await ToolRun.inside("receipt", path)
        #expect(run.status == 1 && run.errorLines.count == 1 && run.lines.first == "receipt", "\(run.err)")
        #expect(run.out.contains("com.example.garden") && run.out.contains("0 purchases"))
        let json = try #require(try await ToolRun.inside("receipt", "--json", path).objects().first)
        #expect(json["bundleID"] as? String == "com.example.garden" && json["isVerified"] as? Bool == false)
        let other = await ToolRun.inside("jws", path)
        #expect(other.err.contains("purser receipt"))
    }

    @Test("A receipt from before iOS 7 shows its transaction, for people and for programs; its status is 1")
    func transactionReceipt() async throws {
        let info = Data(#"{ "transaction-id" = "1000000046178817"; "product-id" = "pond"; }"#.utf8)
            .base64EncodedString()
        let path = try place.write(#"{ "purchase-info" = "\#(info)"; "environment" = "Sandbox"; }"#, to: "receipt")
        let run = await ToolRun.inside("receipt", path)
        #expect(
            run.status == 1 && run.out.contains("1000000046178817") && run.out.contains("before iOS 7"), "\(run.out)")
        let json = try #require(try await ToolRun.inside("receipt", "--json", path).objects().first)
        #expect(json["transactionID"] as? String == "1000000046178817" && json["environment"] as? String == "Sandbox")
        #expect(json["isVerified"] as? Bool == false)
        let other = await ToolRun.inside("jws", path)
        #expect(other.err.contains("purser receipt"))
        let version1 = try place.write(#"{"notification_type":"CANCEL","bvrs":"1.0"}"#, to: "body")
        #expect(await ToolRun.inside("jws", version1).err.contains("Choose version 2"))
    }

    @Test(
        "A server that says nothing costs the receipt nothing: it is shown, and the status is 1; a wrong address ends with 64"
    )
    func ask() async throws {
        let path = try place.write(Self.receipt, to: "receipt")
        #expect(await ToolRun.inside("receipt", path, "--ask", "nobody").status == 64)
        let alone = await ToolRun.inside("receipt", path)
        let run = await ToolRun.inside("receipt", path, "--ask", "http://127.0.0.1:1/")
        #expect(run.status == 1 && run.out == alone.out && run.errorLines.dropLast() == alone.errorLines[...])
        #expect(run.errorLines.last?.contains("the server did not answer") == true, "\(run.err)")
        let json = await ToolRun.inside("receipt", path, "--json", "--ask", "http://127.0.0.1:1/")
        let object = try #require(try json.objects().first)
        #expect(json.status == 1 && json.lines.count == 1 && object["answer"] is NSNull)
        #expect(object["bundleID"] as? String == "com.example.garden")
    }

    @Test("A secret that nobody would be told is refused, whether or not its file is there")
    func secret() async throws {
        let path = try place.write(Self.receipt, to: "receipt")
        let secret = try place.write("secret", to: "secret")
        for file in [secret, "missing"] {
            for ask in [[], ["--ask", "http://127.0.0.1:1/"]] {
                let run = await ToolRun.inside(["receipt", path, "--secret", file] + ask)
                #expect(run.status == 64 && run.err.contains("--ask apple") && run.out.isEmpty, "\(run.err)")
            }
        }
        let missing = await ToolRun.inside("receipt", path, "--ask", "apple", "--secret", "missing")
        #expect(missing.status == 1 && missing.err.contains("missing"), "\(missing.err)")
    }

    @Test("Every certificate of a PEM file counts, and one that is not readable refuses the file")
    func certificates() throws {
        func pem(_ bytes: [UInt8]) -> String {
            "-----BEGIN CERTIFICATE-----\n\(Data(bytes).base64EncodedString())\n-----END CERTIFICATE-----\n"
        }
        let one = pem(Array(0..<90))
        for (text, count) in [(one, 1), (one + pem([1]), 2), ("subject=x\r\n" + one + "\r\n" + pem([2]) + pem([3]), 3)]
        {
            let file = try SignedFile(path: try place.write(text, to: "roots.pem"))
            #expect(try file.certificates().count == count)
            #expect(try file.certificates().first == Data(0..<90))
        }
        for text in [
            one + "-----BEGIN CERTIFICATE-----\nAQ==\n", one + pem([]), one + one.replacing("AAEC", with: "A?EC"),
        ] {
            let file = try SignedFile(path: try place.write(text, to: "roots.pem"))
            let error = #expect(throws: ToolError.self) { try file.certificates() }
            #expect(error?.message.contains("certificate 2") == true)
        }
        let binary = try SignedFile(path: try place.write("0 is where DER begins", to: "root.der"))
        #expect(try binary.certificates() == [binary.data])
    }

    /// A receipt with one field, and a signer without certificates.
    private static let receipt = """
        MIGzBgkqhkiG9w0BBwKggaUwgaICAQExDzANBglghkgBZQMEAgEFADBMBgkqhkiG9w0BBwGgPwQ9MTswHAIBAgIBAQQUDBJj
        b20uZXhhbXBsZS5nYXJkZW4wGwIBAAIBAQQTDBFQcm9kdWN0aW9uU2FuZGJveKAAMTwwOgIBATAFMAACAQEwDQYJYIZIAWUD
        BAIBBQAwDQYJKoZIhvcNAQEBBQAEEAAAAAAAAAAAAAAAAAAAAAA=
        """
}
