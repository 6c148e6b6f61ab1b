#if Verification
    import Crypto
    import Foundation
    import Purser
    import Testing
    import X509

    @testable import PurserVerification

    @Suite("Receipts are verified")
    struct ReceiptVerificationTests {
        let signer: TestReceiptSigner

        init() throws { signer = try TestReceiptSigner() }

        private func bytes(_ receipt: TestReceipt = .sandbox()) throws -> Data {
            Data(try signer.container(receipt).bytes)
        }

        @Test("A receipt of the store is genuine, by SHA-256 and by SHA-1, with marked ends, too")
        func genuine() async throws {
            let verifier = try signer.verifier()
            for digest in [ReceiptContainer.Digest.sha1, .sha256] {
                let container = try signer.container(.sandbox(), digest: digest)
                let verified = try await verifier.verifyReceipt(Data(container.bytes), appVersion: "12")
                #expect(verified.receipt.purchases.count == 1 && !verified.isForDevice)
                #expect(try verified.chain.root == signer.authority.root.der)
                #expect(try await verifier.verifyReceipt(Data(container.endlessBytes)) == verified)
            }
        }

        @Test("Its certificates count at the moment when the store made it")
        func dates() async throws {
            let verifier = try signer.verifier()
            for (date, expected) in [
                ("2023-01-01T00:00:00Z", "passes"), ("2022-12-31T23:59:59Z", "expiredCertificate/dates"),
                ("2033-01-01T00:00:00Z", "passes"), ("2033-01-01T00:00:01Z", "expiredCertificate/dates"),
                ("", "unreadableField/dates"),
            ] {
                let receipt = try bytes(.sandbox(created: date))
                #expect(await failure { try await verifier.verifyReceipt(receipt) } == expected, "\(date)")
            }
        }

        @Test("A receipt of another app, version or environment is told so")
        func identity() async throws {
            let receipt = try bytes()
            let verifier = try signer.verifier()
            #expect(await failure { try await verifier.verifyReceipt(receipt, appVersion: "13") } == "wrongApp/app")
            let other = try signer.verifier { $0.bundleID = "com.example.desert" }
            #expect(await failure { try await other.verifyReceipt(receipt) } == "wrongApp/app")
            let production = try signer.verifier([.production])
            #expect(
                await failure { try await production.verifyReceipt(receipt) } == "wrongEnvironment/environment")
        }

        @Test("The hash ties it to a device")
        func device() async throws {
            let device = Data((0..<16).map { UInt8($0) })
            var receipt = TestReceipt.sandbox()
            let hash = Insecure.SHA1.hash(data: device + Data([1, 2, 3, 4]) + Data(TestDER.utf8("com.example.garden")))
            receipt.fields[5].value = Array(hash)
            let bytes = try bytes(receipt)
            let verifier = try signer.verifier()
            #expect(try await verifier.verifyReceipt(bytes, deviceID: device).isForDevice)
            #expect(
                await failure { try await verifier.verifyReceipt(bytes, deviceID: Data(count: 16)) }
                    == "wrongDevice/device")
            receipt.fields.remove(at: 5)
            let without = try self.bytes(receipt)
            #expect(
                await failure { try await verifier.verifyReceipt(without, deviceID: device) } == "wrongDevice/device")
        }

        @Test("The receipt of a volume purchase ends")
        func expiration() async throws {
            var receipt = TestReceipt.sandbox()
            receipt.fields[9].value = TestDER.ia5("2024-06-01T00:00:00Z")
            let bytes = try bytes(receipt)
            for (day, expected) in [("2024-05-31", "passes"), ("2024-06-01", "expired/expiration")] {
                let verifier = try signer.verifier { $0.clock = StandingClock(date: TestAuthority.date(day)) }
                #expect(await failure { try await verifier.verifyReceipt(bytes) } == expected)
            }
        }

        @Test("Xcode's receipts count where its certificate is pinned, and for Xcode alone")
        func xcode() async throws {
            var receipt = TestReceipt.sandbox()
            receipt.fields[0].value = TestDER.utf8("Xcode")
            var container = try signer.container(receipt)
            container.certificates = [Array(try signer.authority.leaf.der)]
            let bytes = Data(container.endlessBytes)
            let strict = try signer.verifier()
            #expect(await failure { try await strict.verifyReceipt(bytes) } == "invalidCertificate/certificates")
            let leaf = try signer.authority.leaf.der
            let pinning = try signer.verifier { $0.pinnedCertificates = [leaf] }
            #expect(try await pinning.verifyReceipt(bytes).chain.isPinnedAlone)
            var sandbox = try signer.container(.sandbox())
            sandbox.certificates = container.certificates
            let other = Data(sandbox.bytes)
            #expect(await failure { try await pinning.verifyReceipt(other) } == "wrongEnvironment/environment")
        }

        @Test("Other certificates than those that are needed are refused, and so is another signer")
        func certificates() async throws {
            let good = try signer.container(.sandbox())
            let other = try TestReceiptSigner().container(.sandbox()).certificates
            let own = good.certificates
            let verifier = try signer.verifier()
            let (form, chain) = ("invalidCertificate/certificates", "untrustedChain/chain")
            for (index, (certificates, expected)) in [
                ([own[2], own[1], own[0]], "passes"), ([own[0], own[1]], chain), ([own[0], own[2]], form), ([], form),
                (own + [other[1]], form), (own + [own[1]], form), ([own[0], own[1], other[2]], chain),
                ([own[0], other[1], own[2]], chain), ([other[0], own[1], own[2]], form), (other, form),
                ([own[0], own[1], own[1]], form),
            ].enumerated() {
                var container = good
                container.certificates = certificates
                let bytes = Data(container.bytes)
                #expect(await failure { try await verifier.verifyReceipt(bytes) } == expected, "case \(index)")
            }
        }

        @Test(
            "V1: a receipt of an authority whose root is not pinned is told so, in whatever order its certificates come"
        )
        func strangers() async throws {
            let stranger = try TestReceiptSigner().container(.sandbox())
            let verifier = try signer.verifier()
            for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [0, 1]] {
                var container = stranger
                container.certificates = order.map { stranger.certificates[$0] }
                let bytes = Data(container.bytes)
                #expect(await failure { try await verifier.verifyReceipt(bytes) } == "untrustedChain/chain")
            }
        }

        @Test("V1: the app's number of a receipt is checked where it is named, and in production it must be named")
        func number() async throws {
            let verifier = try signer.verifier([.sandbox, .production])
            for (type, number, expected) in [
                ("Production", 1234, "passes"), ("Production", 1235, "wrongApp/app"), ("Production", 0, "wrongApp/app"),
                ("Production", nil, "wrongApp/app"), ("ProductionVPP", nil, "wrongApp/app"),
                ("ProductionSandbox", 1234, "passes"), ("ProductionSandbox", 0, "passes"),
                ("ProductionSandbox", nil, "passes"), ("ProductionSandbox", 1235, "wrongApp/app"),
                ("ProductionSandbox", -1, "wrongApp/app"),
            ] as [(String, Int?, String)] {
                var receipt = TestReceipt.sandbox()
                receipt.fields[0].value = TestDER.utf8(type)
                receipt.fields[1].value = number == -1 ? [0x02, 0x01, 0xFF] : TestDER.integer(number ?? 0)
                if number == nil { receipt.fields.remove(at: 1) }
                let bytes = try bytes(receipt)
                let comment: Comment = "\(type) \(number.map { "\($0)" } ?? "without")"
                #expect(await failure { try await verifier.verifyReceipt(bytes) } == expected, comment)
            }
        }

        @Test("A digest of any other name is refused, however like the known ones it is")
        func digests() async throws {
            let verifier = try signer.verifier()
            let good = try signer.container(.sandbox())
            for digest in [TestContainer.sha256, TestContainer.sha1] {
                let changes = (3..<(digest.count - 2)).flatMap { index in (0..<8).map { (index, UInt8(1) << $0) } }
                for (index, mask) in changes {
                    var container = good
                    container.digest = digest
                    container.digest[index] ^= mask
                    let bytes = Data(container.bytes)
                    #expect(await failure { try await verifier.verifyReceipt(bytes) } == "malformed/form", "\(index)")
                    container.digest = TestContainer.sha256
                    container.signerDigest = digest
                    container.signerDigest?[index] ^= mask
                    let other = Data(container.bytes)
                    #expect(await failure { try await verifier.verifyReceipt(other) } == "malformed/form", "\(index)")
                }
            }
        }

        @Test("V1: what a receipt says is the same in each spelling of its container that passes")
        func spellings() async throws {
            let verifier = try signer.verifier()
            let good = try signer.container(.sandbox())
            let reported = try await verifier.verifyReceipt(Data(good.bytes)).receipt
            var named = good
            // By RSA alone, or by RSA with its digest: the last byte of the name.
            named.algorithm[named.algorithm.count - 3] = 0x0B
            var silent = good
            silent.algorithm = TestDER.sequence(Array(good.algorithm.dropFirst(2).dropLast(2)))
            var turned = good
            turned.certificates.reverse()
            for container in [named, silent, turned] {
                for bytes in [container.bytes, container.endlessBytes] {
                    #expect(try await verifier.verifyReceipt(Data(bytes)).receipt == reported)
                }
            }
        }

        @Test(
            "V1: what a receipt says cannot be changed: a changed byte is refused, or only the container is spelled otherwise"
        )
        func flips() async throws {
            let container = try signer.container(.sandbox())
            let verifier = try signer.verifier()
            let reported = try await verifier.verifyReceipt(Data(container.bytes)).receipt
            for (bytes, start) in [(container.bytes, 0), (container.endlessBytes, 1)] {
                for index in stride(from: start, to: bytes.count, by: TestScale.stride(of: 43)) {
                    for mask: UInt8 in [0x01, 0x0A, 0x80, 0xFF] {
                        var changed = bytes
                        changed[index] ^= mask
                        guard let passed = try? await verifier.verifyReceipt(Data(changed)) else { continue }
                        #expect(passed.receipt == reported, "byte \(index) by \(mask)")
                    }
                }
            }
        }
    }
#endif
