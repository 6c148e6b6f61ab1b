/// What a customer reads in each storefront: what a year costs a month and a week and how many percent it saves against a month; then a free
/// trial, an offer that is paid as it goes, one that is paid up front, and a win-back offer.
enum StorefrontTexts {
    static let expected = Dictionary(
        uniqueKeysWithValues: storefronts.split(separator: "\n").map { row in
            let cells = row.split(separator: "|").map(String.init)
            let prices = [("{year}", cells[3]), ("{month}", cells[4]), ("{offer}", cells[5])]
            let offers = (sentences[cells[1]] ?? []).map { sentence in
                prices.reduce(sentence) { $0.replacing($1.0, with: $1.1) }
            }
            return (cells[0], [cells[2]] + offers)
        })

    /// The offers by the language.
    private static let sentences = [
        "en": [
            "3 days free, then {year} a year",
            "{offer} a month for 3 months, then {month} a month",
            "{offer} for the first 2 months, then {month} a month",
            "{month} for 1 year, then {year} a year",
        ],
        "fr": [
            "Gratuit pendant 3 jours, puis {year} par an",
            "{offer} par mois pendant 3 mois, puis {month} par mois",
            "{offer} pour les 2 premiers mois, puis {month} par mois",
            "{month} pour 1 an, puis {year} par an",
        ],
        "de": [
            "3 Tage kostenlos, danach {year} pro Jahr",
            "{offer} pro Monat für 3 Monate, danach {month} pro Monat",
            "{offer} für die ersten 2 Monate, danach {month} pro Monat",
            "{month} für 1 Jahr, danach {year} pro Jahr",
        ],
        "es": [
            "3 días gratis, luego {year} al año",
            "{offer} al mes durante 3 meses, luego {month} al mes",
            "{offer} por los primeros 2 meses, luego {month} al mes",
            "{month} por 1 año, luego {year} al año",
        ],
        "ja": [
            "3日間無料、その後は年額{year}",
            "3か月間は月額{offer}、その後は月額{month}",
            "最初の2か月間で{offer}、その後は月額{month}",
            "1年間で{month}、その後は年額{year}",
        ],
        "zh": [
            "3天免费，之后每年{year}",
            "3个月内每月{offer}，之后每月{month}",
            "前2个月共{offer}，之后每月{month}",
            "1年共{month}，之后每年{year}",
        ],
        "ar": [
            "مجانًا لمدة ٣ أيام، ثم {year} سنويًا",
            "{offer} شهريًا لمدة ٣ أشهر، ثم {month} شهريًا",
            "{offer} عن أول شهرين، ثم {month} شهريًا",
            "{month} لمدة سنة واحدة، ثم {year} سنويًا",
        ],
        "ar-latn": [
            "مجانًا لمدة 3 أيام، ثم {year} سنويًا",
            "{offer} شهريًا لمدة 3 أشهر، ثم {month} شهريًا",
            "{offer} عن أول شهرين، ثم {month} شهريًا",
            "{month} لمدة سنة واحدة، ثم {year} سنويًا",
        ],
    ]

    /// Country, language, comparison, the price of a year, of a month and of an offer.
    private static let storefronts = """
        USA|en|$3.33 · $0.76 · 33|$39.99|$4.99|$0.99
        GBR|en|£3.33 · £0.76 · 33|£39.99|£4.99|£0.99
        CAN|fr|4,16 $ · 0,95 $ · 40|49,99 $|6,99 $|1,99 $
        AUS|en|$4.99 · $1.14 · 37|$59.99|$7.99|$1.99
        DEU|de|3,33 € · 0,76 € · 33|39,99 €|4,99 €|0,99 €
        CHE|de|CHF 3.33 · CHF 0.76 · 33|CHF 40.00|CHF 5.00|CHF 1.00
        AUT|de|€ 3,33 · € 0,76 · 33|€ 39,99|€ 4,99|€ 0,99
        FRA|fr|3,33 € · 0,76 € · 33|39,99 €|4,99 €|0,99 €
        ESP|es|3,33 € · 0,76 € · 33|39,99 €|4,99 €|0,99 €
        MEX|es|$66.58 · $15.28 · 32|$799.00|$99.00|$19.00
        CHL|es|$3.325 · $763 · 33|$39.900|$4.990|$990
        COL|es|$ 13.325 · $ 3.058 · 33|$ 159.900|$ 19.900|$ 3.900
        JPN|ja|¥500 · ¥114 · 37|¥6,000|¥800|¥160
        CHN|zh|¥24.83 · ¥5.69 · 34|¥298.00|¥38.00|¥6.00
        SGP|zh|$4.58 · $1.05 · 34|$54.98|$6.98|$1.48
        SAU|ar|١٢٫٤٩ ر.س. · ٢٫٨٦ ر.س. · 37|١٤٩٫٩٩ ر.س.|١٩٫٩٩ ر.س.|٣٫٩٩ ر.س.
        ARE|ar-latn|12.49 د.إ. · 2.86 د.إ. · 37|149.99 د.إ.|19.99 د.إ.|3.99 د.إ.
        EGY|ar|٨٣٫٣٣ ج.م. · ١٩٫١٢ ج.م. · 44|٩٩٩٫٩٩ ج.م.|١٤٩٫٩٩ ج.م.|٢٩٫٩٩ ج.م.
        SWE|en|37,41 kr · 8,58 kr · 36|449,00 kr|59,00 kr|12,00 kr
        KOR|en|₩4,583 · ₩1,051 · 30|₩55,000|₩6,600|₩1,100
        BRA|en|R$ 16,65 · R$ 3,82 · 33|R$ 199,90|R$ 24,90|R$ 4,90
        IND|en|₹291.58 · ₹66.92 · 35|₹3,499.00|₹449.00|₹89.00
        TWN|en|$107.50 · $24.67 · 36|$1,290.00|$170.00|$30.00
        """
}
