extension RecordedPromotion: FieldMessage {
    func write(to writer: inout FieldWriter) {
        writer.field(1, purchase.id)
        writer.field(2, purchase.productID)
        if let payment {
            writer.message(3, payment.token)
            payment.user?.write(4, to: &writer)
        }
        purchase.options.write(to: &writer)
        laterFields.write(to: &writer)
    }

    init(_ reader: FieldReader) throws(FormatFault) {
        var fields = reader
        var purchase = PromotedPurchase(id: "", productID: "")
        var token: PaymentToken?
        var user: UserID?
        var later = LaterFields()
        while let (number, value) = try fields.next() {
            switch number {
            case 1: purchase.id = try .read(value, fields)
            case 2: purchase.productID = try .read(value, fields)
            case 3: token = try PaymentToken(fields.message(value))
            case 4: user = try .read(value, fields)
            case 8, 10: if try !purchase.options.read(number, fields.message(value)) { later.add(number, value) }
            default: later.add(number, value)
            }
        }
        self.init(purchase, payment: token.map { Payment($0, of: user) })
        laterFields = later
    }
}
