import Foundation
import Purser
import PurserFormats
import PurserVerification

extension Command {
    static let jws = Command(
        "jws", "Show the content of a compact JWS, and whether the App Store has signed it",
        brief: "show signed data, and whether it is valid", operands: "FILE", options: SignedOptions.syntax,
        details: """
            Transactions, renewal infos, app transactions and notifications; of these also their signed parts. FILE
            contains only the text, or the body that the App Store posts to a server.

            Status 0 when every check passed, 1 when one failed. Checks need the trait Verification: without it the text
            is shown, nothing is verified, and the status is 1.
            """
    ) { arguments in
        let (path, options) = (arguments.operands[0], try SignedOptions(arguments))
        return { output in
            let jws = try SignedFile(path: path).compactJWS()
            let part = try SignedPart(jws)
            #if Verification
                let failure = try await part.kind.failure(of: jws.text, by: options.verifier())
                let report = VerificationReport(part.kind.checks, unasked: options.unasked, failure: failure)
                let verdicts = SignedReport(path: path, report: report)
            #else
                let verdicts = SignedReport(path: path, report: nil)
            #endif
            if output.isJSON { output.json(.line("jws", part.json + verdicts.json)) }
            part.write(output)
            verdicts.write(output)
            try verdicts.check()
        }
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
        let parts = kind == .notification && name == nil ? [payload["data"], payload["appData"]] : []
        inner = parts.flatMap { part in
            // The check of signed members reports an unreadable one.
            Self.signedMembers.compactMap { key in
                guard let text = part?.text(key), let jws = try? CompactJWS(text) else { return nil }
                return try? SignedPart(jws, name: key)
            }
        }
    }

    func write(_ output: Output) {
        let certificates = Words.count(header.certificates.count, "certificate")
        output.section(name, [])
        output.remark("  signed by \(Line.single(header.algorithm ?? "no algorithm")), \(certificates)")
        output.remark((inner.isEmpty ? payload : payload.mapValues { $0.without(Self.signedMembers) }).rows())
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
    fileprivate func without(_ keys: [String]) -> JSONValue {
        asMembers.map { .object($0.filter { !keys.contains($0.key) }) } ?? self
    }
}
