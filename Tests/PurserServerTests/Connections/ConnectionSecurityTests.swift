#if Server
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite("How a connection is protected")
    struct ConnectionSecurityTests {
        private func mode(_ host: String?, _ address: String? = nil, service: String? = nil, given: String? = nil)
            throws
            -> String
        {
            try ConnectionSecurity.mode(hosts: host, addresses: address, service: service, given: given)
        }

        @Test(
            "On this machine the app decides",
            arguments: ["localhost", "127.0.0.1", "127.9.9.9", "::1", "/run/pg", "@pg", ""])
        func local(host: String) throws {
            #expect(try mode(host) == "prefer")
            #expect(try mode(host, given: "disable") == "disable")
        }

        @Test(
            "Elsewhere the server's certificate and name are checked",
            arguments: ["db.example.com", "10.0.0.1", "127.0.0.1.example.com", "localhost,db.example.com", "128.0.0.1"])
        func remote(host: String) throws {
            #expect(try mode(host) == "verify-full")
            #expect(try mode(host, given: "prefer") == "verify-full")
            #expect(try mode("localhost", host) == "verify-full")
            for weak in ["disable", "allow", "require", "verify-ca"] {
                let failure = #expect(throws: BookFailure.self) { try mode(host, given: weak) }
                #expect(failure?.code == .invalidAddress)
            }
        }

        @Test("A service of a file may name any machine")
        func service() throws { #expect(try mode(nil, service: "shop") == "verify-full") }

        @Test("The servers of an address come in turn, each with its port")
        func servers() throws {
            let address = try DatabaseAddress("host=/a,/b,/c port=1,2,3 dbname=shop")
            #expect(address.serverCount == 3)
            #expect(address.parameters(beginningWith: 4)["host"] == "/b,/c,/a")
            #expect(address.parameters(beginningWith: 4)["port"] == "2,3,1")
            let one = try DatabaseAddress("host=/a,/b port=5 dbname=shop").parameters(beginningWith: 1)
            #expect(one["host"] == "/b,/a" && one["port"] == "5")
            #expect(try DatabaseAddress("dbname=shop").serverCount == 1)
        }

        @Test("A certificate that is not trusted is named as the cause, not the user")
        func certificate() throws {
            let text = "root certificate file \"/root/.postgresql/root.crt\" does not exist"
            let failure = BookFailure(connecting: text, to: "\(try DatabaseAddress("host=/a dbname=shop"))")
            #expect(failure.code == .unreachable && failure.message.contains("sslrootcert"))
            let user = BookFailure(
                connecting: "role \"x\" does not exist", to: "\(try DatabaseAddress("host=/a dbname=shop"))")
            #expect(user.code == .denied)
        }

        @Test("An address that cannot be read is rejected, and its password is not repeated")
        func unreadable() {
            let failure = #expect(throws: BookFailure.self) { try DatabaseAddress("host=a secret") }
            #expect(failure?.code == .invalidAddress)
            #expect(failure?.message.contains("secret") == false)
        }

        @Test("The description of an address has no password")
        func description() throws {
            let address = try DatabaseAddress("host=localhost dbname=shop user=book password=secret")
            #expect(address.description == "localhost shop")
        }
    }
#endif
