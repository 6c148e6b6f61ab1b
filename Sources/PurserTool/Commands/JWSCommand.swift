import Foundation
import Purser
import PurserVerification

/// `purser jws FILE`.
struct JWSCommand: Sendable {
    static let command = Command(
        CommandSyntax(
            name: "jws", brief: "show signed data, and whether it is valid",
            summary: "Show the content of a compact JWS, and whether the App Store has signed it", operands: "FILE",
            options: SignedOptions.syntax,
            details: """
                Transactions, renewal infos, app transactions and notifications; of these also their signed parts. FILE
                contains only the text, or the body that the App Store posts to a server.

                Status 0 when every check passed, 1 when one failed. Checks need the trait Verification: without it the
                text is shown, nothing is verified, and the status is 1.
                """)
    ) { arguments in
        try JWSCommand(path: arguments.operands[0], options: SignedOptions(arguments)).run
    }

    let path: String
    let options: SignedOptions

    private func run(_ output: Output) async throws {
        let jws = try SignedFile(path: path).compactJWS()
        let part = try SignedPart(jws)
        let verdicts = SignedReport(path: path, report: try await report(on: jws, part.kind))
        if output.isJSON { output.json(.line("jws", part.json + verdicts.json)) }
        part.write(output)
        verdicts.write(output)
        try verdicts.check()
    }

    private func report(on jws: CompactJWS, _ kind: SignedKind) async throws -> VerificationReport? {
        #if Verification
            let failure = try await kind.failure(of: jws.text, by: options.verifier())
            return VerificationReport(kind.checks, unasked: options.unasked, failure: failure)
        #else
            return nil
        #endif
    }
}

/// A decoded compact JWS, with the ones inside it.
private struct SignedPart {
    let kind: SignedKind
    let name: String
    let header: JWSHeader
    let payload: [String: JSONValue]
    let inner: [SignedPart]

    /// The members of a notification that are compact JWS themselves.
    private static let signedMembers = ["signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo"]

    init(_ jws: CompactJWS, name: String? = nil) throws(ToolError) {
        do throws(JSONScan.Mistake) {
            payload = try SignedJSONReader.object(Array(jws.payload))
        } catch {
            throw ToolError("the payload is not a JSON object: \(error.message), after \(error.offset) bytes")
        }
        kind = SignedKind(payload)
        self.name = name ?? kind.rawValue
        header = jws.header
        var inner: [SignedPart] = []
        if kind == .notification, name == nil {
            for case .object(let part) in [payload["data"], payload["appData"]] {
                for key in Self.signedMembers {
                    // The check of signed members reports an unreadable one.
                    guard case .string(let text)? = part[key], let jws = try? CompactJWS(text),
                        let signed = try? SignedPart(jws, name: key)
                    else { continue }
                    inner.append(signed)
                }
            }
        }
        self.inner = inner
    }

    func write(_ output: Output) {
        let certificates = Words.count(header.certificates.count, "certificate")
        output.section(name, [])
        output.remark("  signed by \(Line.single(header.algorithm ?? "no algorithm")), \(certificates)")
        let shown = inner.isEmpty ? payload : payload.mapValues { $0.without(Self.signedMembers) }
        for line in Table.lines(shown.rows()) { output.remark(line) }
        for part in inner { part.write(output) }
    }

    var json: JSONText {
        [
            "kind": kind.rawValue,
            "header": [
                "alg": header.algorithm, "kid": header.keyID,
                "certificates": header.certificates.map { $0.base64EncodedString() },
            ] as JSONText,
            "payload": payload, "inside": JSONText.object(inner.map { ($0.name, $0.json) }),
        ]
    }
}

extension JSONValue {
    /// The object without these members.
    fileprivate func without(_ keys: [String]) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !keys.contains($0.key) })
    }
}
