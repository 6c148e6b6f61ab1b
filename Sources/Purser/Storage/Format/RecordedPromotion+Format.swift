extension RecordedPromotion: FieldMessage {
    func write(to writer: inout FieldWriter) {
        writer.field(1, purchase.id)
        writer.field(2, purchase.productID)
        purchase.options.write(to: &writer)
        laterFields.write(to: &writer)
    }

    init(_ reader: FieldReader) throws(FormatFault) {
        var fields = reader
        self.init(purchase: PromotedPurchase(id: "", productID: ""))
        while let (number, value) = try fields.next() {
            switch number {
            case 1: purchase.id = try .read(value, fields)
            case 2: purchase.productID = try .read(value, fields)
            // An earlier version recorded the payment that was being made, and its user.
            case 3, 4: break
            case 8, 10: if try !purchase.options.read(number, fields.message(value)) { laterFields.add(number, value) }
            default: laterFields.add(number, value)
            }
        }
    }
}
