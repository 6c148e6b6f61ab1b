/// How Foundation writes 123456.20 in the fifty largest storefronts of the App Store and in the three Baltic ones.
///
/// Each line has the country, its currency, the customer's locale; the text in `en_US`; the text in that locale.
/// `_` stands for a no-break space, `~` for a narrow one and `<` for a right-to-left mark, which readers could not see.
///
/// The texts were read line by line: symbols and codes, separators, Indian grouping, currencies without minor units,
/// Arabic digits. When another Foundation writes a price in another way, the test shows which, and a person decides.
let storefrontPrices = """
    USA USD en_US      | $123,456.20      | $123,456.20
    CHN CNY zh_Hans_CN | CN¥123,456.20    | ¥123,456.20
    JPN JPY ja_JP      | ¥123,456         | ¥123,456
    GBR GBP en_GB      | £123,456.20      | £123,456.20
    DEU EUR de_DE      | €123,456.20      | 123.456,20_€
    FRA EUR fr_FR      | €123,456.20      | 123~456,20_€
    CAN CAD en_CA      | CA$123,456.20    | $123,456.20
    AUS AUD en_AU      | A$123,456.20     | $123,456.20
    KOR KRW ko_KR      | ₩123,456         | ₩123,456
    TWN TWD zh_Hant_TW | NT$123,456.20    | $123,456.20
    ITA EUR it_IT      | €123,456.20      | 123.456,20_€
    ESP EUR es_ES      | €123,456.20      | 123.456,20_€
    BRA BRL pt_BR      | R$123,456.20     | R$_123.456,20
    MEX MXN es_MX      | MX$123,456.20    | $123,456.20
    IND INR hi_IN      | ₹123,456.20      | ₹1,23,456.20
    NLD EUR nl_NL      | €123,456.20      | €_123.456,20
    CHE CHF de_CH      | CHF_123,456.20   | CHF_123’456.20
    SWE SEK sv_SE      | SEK_123,456.20   | 123_456,20_kr
    RUS RUB ru_RU      | RUB_123,456.20   | 123_456,20_₽
    TUR TRY tr_TR      | TRY_123,456.20   | ₺123.456,20
    SAU SAR ar_SA      | SAR_123,456.20   | <١٢٣٬٤٥٦٫٢٠_ر.س.<
    ARE AED ar_AE      | AED_123,456.20   | <123,456.20_د.إ.<
    HKG HKD zh_Hant_HK | HK$123,456.20    | HK$123,456.20
    SGP SGD en_SG      | SGD_123,456.20   | $123,456.20
    THA THB th_TH      | THB_123,456.20   | ฿123,456.20
    IDN IDR id_ID      | IDR_123,456      | Rp123.456
    MYS MYR ms_MY      | MYR_123,456.20   | RM123,456.20
    PHL PHP fil_PH     | ₱123,456.20      | ₱123,456.20
    VNM VND vi_VN      | ₫123,456         | 123.456_₫
    ISR ILS he_IL      | ₪123,456.20      | <123,456.20_<₪
    POL PLN pl_PL      | PLN_123,456.20   | 123_456,20_zł
    BEL EUR nl_BE      | €123,456.20      | €_123.456,20
    AUT EUR de_AT      | €123,456.20      | €_123.456,20
    NOR NOK nb_NO      | NOK_123,456.20   | 123_456,20_kr
    DNK DKK da_DK      | DKK_123,456.20   | 123.456,20_kr.
    FIN EUR fi_FI      | €123,456.20      | 123_456,20_€
    IRL EUR en_IE      | €123,456.20      | €123,456.20
    PRT EUR pt_PT      | €123,456.20      | 123_456,20_€
    CZE CZK cs_CZ      | CZK_123,456.20   | 123_456,20_Kč
    GRC EUR el_GR      | €123,456.20      | 123.456,20_€
    HUN HUF hu_HU      | HUF_123,456.20   | 123_456,20_Ft
    ROU RON ro_RO      | RON_123,456.20   | 123.456,20_RON
    NZL NZD en_NZ      | NZ$123,456.20    | $123,456.20
    ZAF ZAR en_ZA      | ZAR_123,456.20   | R_123_456,20
    CHL CLP es_CL      | CLP_123,456      | $123.456
    COL COP es_CO      | COP_123,456      | $_123.456
    PER PEN es_PE      | PEN_123,456.20   | S/_123,456.20
    EGY EGP ar_EG      | EGP_123,456.20   | <١٢٣٬٤٥٦٫٢٠_ج.م.<
    KAZ KZT kk_KZ      | KZT_123,456.20   | 123_456,20_₸
    QAT QAR ar_QA      | QAR_123,456.20   | <١٢٣٬٤٥٦٫٢٠_ر.ق.<
    EST EUR et_EE      | €123,456.20      | 123_456,20_€
    LVA EUR lv_LV      | €123,456.20      | 123_456,20_€
    LTU EUR lt_LT      | €123,456.20      | 123_456,20_€
    """
