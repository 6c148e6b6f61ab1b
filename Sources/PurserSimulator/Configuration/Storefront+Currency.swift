public import Purser

extension StoreStorefront {
    /// The countries with a storefront (ISO 3166-1 alpha-3), in alphabetical order.
    ///
    /// The embedded App Store knows their currencies: `StoreStorefront(countryCode: "JPN")` sells in yen there. Many
    /// storefronts sell in US dollars or euros although their country has its own currency. As of 2026, there are 175
    /// storefronts and 43 currencies.
    public static var countries: [String] { currencies.keys.sorted() }

    /// The App Store's storefront of a country, with its currency; `nil` if there is none.
    package static func appStore(in country: String) -> StoreStorefront? {
        currencies[country].map { StoreStorefront(countryCode: country, currencyCode: $0) }
    }

    /// The storefront with the currency of the App Store there, unless it has one.
    var withCurrency: StoreStorefront {
        StoreStorefront(countryCode: countryCode, currencyCode: currencyCode ?? currencies[countryCode], id: id)
    }
}

/// Each line has a currency, then its countries.
private let table = """
    AED ARE
    AUD AUS
    BRL BRA
    CAD CAN
    CHF CHE
    CLP CHL
    CNY CHN
    COP COL
    CZK CZE
    DKK DNK
    EGP EGY
    EUR AUT BEL BGR BIH CYP DEU ESP EST FIN FRA GRC HRV IRL ITA LTU LUX LVA MLT MNE NLD PRT SRB SVK SVN XKS
    GBP GBR
    HKD HKG
    HUF HUN
    IDR IDN
    ILS ISR
    INR IND
    JPY JPN
    KRW KOR
    KZT KAZ
    MXN MEX
    MYR MYS
    NGN NGA
    NOK NOR
    NZD NZL
    PEN PER
    PHP PHL
    PKR PAK
    PLN POL
    QAR QAT
    RON ROU
    RUB RUS
    SAR SAU
    SEK SWE
    SGD SGP
    THB THA
    TRY TUR
    TWD TWN
    TZS TZA
    VND VNM
    ZAR ZAF
    USD AFG AGO AIA ALB ARG ARM ATG AZE BEN BFA BHR BHS BLR BLZ BMU BOL BRB BRN BTN BWA CIV CMR COD COG CPV CRI CYM
    USD DMA DOM DZA ECU FJI FSM GAB GEO GHA GMB GNB GRD GTM GUY HND IRQ ISL JAM JOR KEN KGZ KHM KNA KWT LAO LBN LBR
    USD LBY LCA LKA MAC MAR MDA MDG MDV MKD MLI MMR MNG MOZ MRT MSR MUS MWI NAM NER NIC NPL NRU OMN PAN PLW PNG PRY
    USD RWA SEN SLB SLE SLV STP SUR SWZ SYC TCA TCD TJK TKM TON TTO TUN UGA UKR URY USA UZB VCT VEN VGB VUT YEM ZMB
    USD ZWE
    """

private let currencies: [String: String] = {
    var currencies: [String: String] = [:]
    for line in table.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        for country in words.dropFirst() { currencies[country] = words[0] }
    }
    return currencies
}()
