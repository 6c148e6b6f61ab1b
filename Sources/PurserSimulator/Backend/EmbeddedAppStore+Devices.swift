import Purser

// What one more device of the customer asks of the App Store. Its answers go into its inbox at once; its news goes there before
// them, and otherwise from its own work.
extension EmbeddedAppStore {
    /// Gives the customer one more device, on which another store can be open at the same time.
    ///
    /// - Throws: `BackendError` with `.invalidRequest` where answers name no payment, as in StoreKit 1: there nobody could say
    ///   which device asked for what.
    public func addDevice() throws -> EmbeddedDevice {
        guard options.echoesPaymentTokens else {
            throw BackendError(
                .invalidRequest, "Where answers name no payment there is one device. Set echoesPaymentTokens.")
        }
        let device = EmbeddedDevice(self, number: account.journal.devices.count)
        account.journal.devices.append(DeviceQueue())
        deviceInboxes.append(device.inbox)
        return device
    }

    func activate(_ device: Int) async throws {
        wasActivated = true
        try enter(.activate)
        account.journal.devices[device].activate(lines: account.book.lines.all.map(\.id))
        tell(device)
        changes.advance()
        await takeTime()
    }

    func deactivate(_ device: Int) { account.journal.devices[device].deactivate() }

    func submit(_ payments: [BackendPayment], on device: Int) async throws {
        try check(payments)
        try enter(.submit)
        guard isActive(device) else { throw notActive("submitted payments") }
        let now = clock.timestamp()
        let told = try change { $0.paymentsSubmitted(payments, on: device, at: now) }
        tell(device, told.answer)
        send(told.first, answersCall: false)
        await takeTime()
    }

    func restore(_ id: RestoreID, on device: Int) async throws {
        try enter(.restore)
        guard isActive(device) else { throw notActive("restored") }
        tell(device, account.restoreRequested(id, on: device))
        await takeTime()
    }

    func finish(_ requests: [FinishRequest], on device: Int) async -> [String: BackendError] {
        do throws(BackendError) {
            try enter(.finish)
            let errors = try change { $0.finished(requests, on: device) }
            await takeTime()
            return errors
        } catch {
            return Dictionary(requests.map { ($0.transactionID, error) }, uniquingKeysWith: { first, _ in first })
        }
    }

    func redeliver(on device: Int) async throws {
        try enter(.redeliver)
        guard isActive(device) else { throw notActive("asked for unfinished transactions") }
        account.journal.devices[device].activate(lines: account.book.lines.all.map(\.id))
        tell(device)
        changes.advance()
        await takeTime()
    }

    func isActive(_ device: Int) -> Bool { account.journal.devices[device].isActive }

    func run(_ device: Int) async {
        await work(
            for: deviceInboxes[device], hasNews: { $0.isOnline && $0.account.journal.devices[device].hasNews },
            tell: { $0.tell(device) })
    }

    /// Tells a device some of its news, and an answer behind them.
    private func tell(_ device: Int, _ answer: [BackendEvent] = []) {
        deviceInboxes[device].put(signed(account.journal.takeNews(of: device, limit: Self.batchLimit, with: answer)))
    }
}
