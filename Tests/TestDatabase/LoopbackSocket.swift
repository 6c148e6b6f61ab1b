#if Server
    package import Foundation

    /// Sockets of the loopback address.
    package enum LoopbackSocket {
        /// A new one, which no process that a test starts keeps open.
        package static func make() throws -> Int32 {
            #if canImport(Glibc)
                let kind = Int32(SOCK_STREAM.rawValue)
            #else
                let kind = SOCK_STREAM
            #endif
            let descriptor = socket(AF_INET, kind, 0)
            guard descriptor >= 0 else { throw Shell.Failed(description: "too many open files") }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            #if canImport(Darwin)
                var isOn: Int32 = 1
                setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
            #endif
            return descriptor
        }

        /// Does something with the address of a port, which may be written.
        ///
        /// - Returns: the port of the address then; `nil` where that did not succeed.
        package static func use(
            _ port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Bool
        ) -> UInt16? {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isDone = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
            }
            return isDone ? UInt16(bigEndian: address.sin_port) : nil
        }

        /// Sends all of it; false when the other end is gone.
        @discardableResult
        package static func send(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
            #if canImport(Darwin)
                let flags: Int32 = 0
            #else
                let flags = Int32(MSG_NOSIGNAL)
            #endif
            var rest = Array(bytes)[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
                if sent < 0, errno == EINTR { continue }
                guard sent > 0 else { return false }
                rest = rest.dropFirst(sent)
            }
            return true
        }
    }
#endif
