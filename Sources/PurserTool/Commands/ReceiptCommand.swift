import Purser
import PurserNetworking
import PurserVerification

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `purser receipt FILE`.
struct ReceiptCommand: Command {
    static let syntax = CommandSyntax(
        name: "receipt", summary: "Show the content of a local receipt, and whether the App Store has signed it",
        operands: "FILE", operandCount: 1...1,
        options: [
            OptionSyntax(name: "version", value: "TEXT", summary: "The required version of the app"),
            OptionSyntax(
                name: "device", value: "UUID", summary: "The required device: its identifierForVendor"),
            OptionSyntax(
                name: "ask", value: "URL",
                summary: "Check it with a server in the form of verifyReceipt; the word apple means Apple's server"),
            OptionSyntax(
                name: "secret", value: "FILE",
                summary: "The file with the shared secret for Apple's server; with --ask apple"),
        ] + SignedOptions.syntax,
        details: """
            FILE is the receipt itself (PKCS#7), or its Base64. Of a receipt in the form before iOS 7, the identifiers
            are shown; it is not verified.

            Status 0 when every check passed, 1 when one failed. Checks need the trait Verification: without it the
            receipt is shown, nothing is verified, and the status is 1. A server's answer does not change the status;
            without an answer the receipt is still shown, and the status is 1.
            """)

    private let path: String
    private let options: SignedOptions
    private let version: String?
    private let device: UUID?
    private let server: ReceiptServer?

    init(_ arguments: Arguments) throws {
        path = arguments.operands[0]
        options = try SignedOptions(arguments)
        version = arguments.value("version")
        device = try arguments.uuid("device")
        let secretPath = arguments.value("secret")
        server = try arguments.value("ask").map { try ReceiptServer($0, secretPath: secretPath) }
        if secretPath != nil, server?.takesSecret != true {
            throw UsageError("--secret needs --ask apple; no other server gets it")
        }
    }

    func run(_ output: Output) async throws -> Int32 {
        let file = try SignedFile(path: path)
        let rows: any ReceiptLines =
            if let receipt = file.transactionReceipt { receipt } else { ReceiptRows(receipt: try file.receipt()) }
        let verdicts = SignedReport(path: path, report: try await report(on: file.data))
        if !output.isJSON {
            rows.write(output)
            verdicts.write(output)
        }
        let (answer, fault) = try await answer(on: file)
        if output.isJSON {
            let reported: [(String, JSONText)] = server == nil ? [] : [("answer", answer?.json ?? .null)]
            output.json(.line("receipt", rows.json + verdicts.json + reported))
        }
        answer?.write(output)
        let status = verdicts.status(output, command: "receipt")
        guard let fault else { return status }
        output.complain("purser receipt: \(path): \(fault.message)")
        return ExitStatus.failure
    }

    /// The server's answer, if one is requested, or the error.
    private func answer(on file: SignedFile) async throws -> (ReceiptAnswerRows?, ToolError?) {
        do {
            let reported = try await server?.answer(StoreReceipt(data: file.binary))
            return (reported.map { ReceiptAnswerRows(answer: $0) }, nil)
        } catch let fault as ToolError {
            return (nil, fault)
        }
    }

    private func report(on data: Data) async throws -> VerificationReport? {
        #if Verification
            let deviceID = device.map { device in withUnsafeBytes(of: device.uuid) { Data($0) } }
            let verifier = try options.verifier()
            var failure: SignedDataFailure?
            do throws(SignedDataFailure) {
                _ = try await verifier.verifyReceipt(data, appVersion: version, deviceID: deviceID)
            } catch {
                failure = error
            }
            var unasked = options.unasked
            if device == nil { unasked[.device] = "name the device with --device" }
            return VerificationReport(SignedKind.receiptChecks, unasked: unasked, failure: failure)
        #else
            return nil
        #endif
    }
}
