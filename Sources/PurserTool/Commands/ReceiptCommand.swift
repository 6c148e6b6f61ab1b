import Foundation
import Purser
import PurserNetworking
import PurserVerification

extension Command {
    static let receipt = Command(
        "receipt", "Show the content of a local receipt, and whether the App Store has signed it", operands: "FILE",
        options: [
            OptionSyntax("--version TEXT", "The required version of the app"),
            OptionSyntax("--device UUID", "The required device: its identifierForVendor"),
            OptionSyntax(
                "--ask URL", "Check it with a server in the form of verifyReceipt; the word apple means Apple's server"),
            OptionSyntax("--secret FILE", "The file with the shared secret for Apple's server; with --ask apple"),
        ] + SignedOptions.syntax,
        details: """
            FILE is the receipt itself (PKCS#7), or its Base64. Of a receipt in the form before iOS 7, the identifiers
            are shown; it is not verified.

            Status 0 when every check passed, 1 when one failed. Checks need the trait Verification: without it the
            receipt is shown, nothing is verified, and the status is 1. A server's answer does not change the status;
            without an answer the receipt is still shown, and the status is 1.
            """
    ) { arguments in
        let secret = arguments.value("secret")
        let server = try arguments.value("ask").map { try ReceiptServer($0, secretPath: secret) }
        if secret != nil, server?.takesSecret != true {
            throw UsageError("--secret needs --ask apple; no other server gets it")
        }
        let (options, device) = (try SignedOptions(arguments), try arguments.uuid("device"))
        return ReceiptWork(arguments: arguments, options: options, device: device, server: server).run
    }
}

private struct ReceiptWork: Sendable {
    let arguments: Arguments
    let options: SignedOptions
    let device: UUID?
    let server: ReceiptServer?

    func run(_ output: Output) async throws {
        let path = arguments.operands[0]
        let file = try SignedFile(path: path)
        let receipt: any ReceiptForm =
            if let receipt = file.transactionReceipt { receipt } else { try file.receipt() }
        let verdicts = SignedReport(path: path, report: try await report(on: file.data))
        receipt.write(output)
        verdicts.write(output)
        var (answer, fault): (ReceiptAnswer?, ToolError?)
        do { answer = try await server?.answer(StoreReceipt(data: file.binary)) } catch let error as ToolError {
            fault = error
        }
        answer?.write(output)
        if output.isJSON {
            let reported: JSONText = server == nil ? [:] : ["answer": answer]
            output.json(.line("receipt", receipt.json + verdicts.json + reported))
        }
        guard let fault else { return try verdicts.check() }
        do { try verdicts.check() } catch { output.complain("purser receipt: \(error.message)") }
        throw ToolError("\(path): \(fault.message)")
    }

    private func report(on data: Data) async throws -> VerificationReport? {
        #if Verification
            let deviceID = device.map { device in withUnsafeBytes(of: device.uuid) { Data($0) } }
            let verifier = try options.verifier()
            var failure: SignedDataFailure?
            do throws(SignedDataFailure) {
                _ = try await verifier.verifyReceipt(data, appVersion: arguments.value("version"), deviceID: deviceID)
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
