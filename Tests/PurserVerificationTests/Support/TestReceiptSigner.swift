#if Verification
    import Foundation
    import Purser
    import X509

    @testable import PurserVerification

    /// Signs receipts as the App Store does.
    struct TestReceiptSigner: TestSigning {
        let authority: TestAuthority

        init() throws {
            var shape = TestAuthority.Shape()
            shape.leafKey = try Certificate.PrivateKey(pemEncoded: Self.key)
            authority = try TestAuthority(shape)
        }

        /// A signed receipt, before it is written.
        func container(_ receipt: TestReceipt, digest: ReceiptContainer.Digest = .sha256) throws -> TestContainer {
            var container = TestContainer(payload: receipt.payload)
            container.certificates = try authority.certificates.map { Array($0) }
            container.digest = digest == .sha1 ? TestContainer.sha1 : TestContainer.sha256
            container.signer = CertificateName.issuerAndSerial(of: try authority.leaf.der) ?? []
            let algorithm: Certificate.SignatureAlgorithm =
                digest == .sha1 ? .sha1WithRSAEncryption : .sha256WithRSAEncryption
            let signature = try authority.key.sign(bytes: container.payload, signatureAlgorithm: algorithm)
            container.signature = Array(signature.rawRepresentation)
            return container
        }

        /// A key that was made for these tests and signs nothing else: making one takes longer than all of them.
        private static let key = """
            -----BEGIN RSA PRIVATE KEY-----
            MIIEowIBAAKCAQEAn6I47s4EXmKLTn3zBpvyjaET3y2nVZWaLsMisCcd1wgigZFq
            wAmO/V5H6Dt3je3t8Jfinof3fUJ0qiGt7OGvs0xWOgqNuIBddtDU78Jktoj2BRXF
            RFb/F+JsYT1D3mILgAzItcd4ggBRwTRAysLiFcBTwTxmYpKpLodvMpa7wiVJke/I
            c/i0KwLbIaDNa7vvXYifdXs40J82w04h8vHHoVMb+cKngiuJ9SQhHla75IIGV9g7
            wAG//GGK2qAFzuVxFKAGKYGVKUE2SPT91tDGuGAoXXpkJdcrYYbgv/E+SrOVUdHv
            oIgNqqYnl1OfQ449ddgmRAU/CGtfaKNRf1kwoQIDAQABAoIBABoU3ipznJZzPAGE
            uzVEO4VVC7MgzsCWoyIAHeXGrlhuFX0ymMzBgwxLNYJwXOCNPvKv+Nsf/0QG8fAY
            yprzu3TsWauSrS8M7Lhh9w3T/Afa1B9mkYbQk/h/X70kzmGXhqYoReQgBW9wGpYa
            Mc/ZttNeS2Y8tm8P4/Zx3a2Cn9tgtrBaGVxDr8y6Sgt96Ti8eeqhZZ1vhbRT+JNL
            ztY0aEZC9XtnbuWyfLnhHBPLYEJYhIrot7NTvw1ihopktEqf3/AguycLs5PENy+s
            GGcRR4NkPdj0H6Cf5cClyYoFspZuHm5kOKkD0n2Bi9K8mc3z7g2ZrXqSfSZFRKQZ
            ItQwsyUCgYEA2HYZCWDETHEkxFc7BySTuKP77PbjEFjtyrxJn91WC2fF1QiFG6MW
            Ay20mrdBMjRBxeNvTJT5KjdN0ys4F+7RHvX/Nn59aJmz0Yb/ycaTOCbQTg2/ngmU
            JbItbsRl9s9kdmzCpkFV1kre6JnklzzokI5Ie5GU2gHZ3PrJX9Dlv/cCgYEAvMrR
            wagIEe8Ro+zl45Llr5HayorGuEEkfGwHNOKE0+rtsE39bPSDMuJ807Ef6aV1M/LU
            aRcjp+eslnRxVzDMEKSsQajDs/L5onmhC4kKLjHnS4Dw7YJOEx3CkpsTwYmW1yBa
            Jk0N51yfHtGfuij0JEPYTkEdizRl8Wz42dx2HicCgYAY4kqyh0tJtmARqi2A/rV0
            rnVRongr8u0zNz4HgLxZh0541QfoS3FGYES43IRELzm4dBLhbObP8ZeixP8n0S59
            Lq5uJ1Bna/P+DFTvb0KRW/TqZC45DsTXKIqMh0tpeiIEczBVSIGDpwvFFZvvvvLF
            W3X9rpi8DyZqfvITb8JZtQKBgBLZMO3jp8KamqlCCoWY8eOAbVaRWluk7U6avnFy
            OA6sQsS6VJXfJ4YaBJph8ayy/yuLj9daHw4xXBK9V198GLOErUn03m0F0hR9ji2H
            pgOMqeno2qTrwH26F+XpI6TL5spdiYKPaNbzcVNzXD4Kvq0sNNlDOP7f4VmkJogh
            sY07AoGBAKTFdkzxQZN+E3rVL4KcUakTbYSFn6O+EtA2xM8DcIFlPYzfbPpR84M2
            2sX8v+qfeivn8aG0cmq/uU+T9GMiMuHnjKxpscxcNwC2gARyR9xg58TVR3BCbDZv
            V0g2N2KAsg6tgA960PlJPqcPzxO9N40LGA2EB3g9dl+8x/c9COFs
            -----END RSA PRIVATE KEY-----
            """
    }
#endif
