import { returnXml, statusXml } from "./railWorld.ts";

/** A transfer as a message of the switch names it; the amount in centavos. */
export type Told = { refNo: string; amount: bigint; account: string };

/** A report with an element that is none of the standard's. */
export const withOdd = (xml: string) => xml.replace("<TxSts>", "<Odd/><TxSts>");

/** Messages that are signed, name the transfer, and say nothing that we could act on. */
export const CLOCK_STOPPING_EXCEPTIONS: [what: string, message: (told: Told) => string | Buffer][] =
  [
    ["an element that is none of the standard's", (told) => withOdd(statusXml("ACSC", told))],
    [
      "another version of the message",
      (told) => statusXml("ACSC", told).replace("001.10", "001.12"),
    ],
    ["half a message", (told) => statusXml("ACSC", told).slice(0, -40)],
    ["a DOCTYPE", (told) => `<!DOCTYPE d>${statusXml("ACSC", told)}`],
    ["UTF-16", (told) => Buffer.from(statusXml("ACSC", told), "utf16le")],
    [
      "another encoding",
      (told) => Buffer.from(statusXml("ACSC", told).replace("2026", "\u00F1 2026"), "latin1"),
    ],
    ["a status that is not known", (told) => statusXml("ACWC", told)],
    ["no status", (told) => statusXml("ACSC", told).replace("<TxSts>ACSC</TxSts>", "")],
    [
      "another amount in dollars",
      (told) => statusXml("ACSC", told).replace('Ccy="PHP"', 'Ccy="USD"'),
    ],
    [
      "no reference of ours but the message's",
      (told) => statusXml("ACSC", told).replace(/<OrgnlEndToEndId>.*<\/OrgnlTxId>/, ""),
    ],
    [
      "two references",
      (told) =>
        statusXml("ACSC", told).replace(
          /<OrgnlTxId>.*<\/OrgnlTxId>/,
          "<OrgnlTxId>ANOTHER-1</OrgnlTxId>",
        ),
    ],
    [
      "two ends of one transfer",
      (told) => {
        const xml = statusXml("ACSC", told);
        const one = /<TxInfAndSts>.*<\/TxInfAndSts>/s.exec(xml)?.[0] ?? "";
        return xml.replace(one, one + one.replace("ACSC", "RJCT"));
      },
    ],
    [
      "a refusal of the whole and a credit in it",
      (told) =>
        statusXml("ACSC", told).replace("</OrgnlMsgNmId>", "</OrgnlMsgNmId><GrpSts>RJCT</GrpSts>"),
    ],
    [
      "an end of the whole that names no transfer",
      (told) =>
        statusXml("ACSC", told)
          .replace("</OrgnlMsgNmId>", "</OrgnlMsgNmId><GrpSts>ACSC</GrpSts>")
          .replace(/<TxInfAndSts>.*<\/TxInfAndSts>/s, ""),
    ],
    [
      "part of the amount coming back",
      (told) => returnXml(told).replace(/(<OrgnlIntrBkSttlmAmt Ccy="PHP">)[^<]*/, "$1999.00"),
    ],
    [
      "two returns of which one is missing",
      (told) => returnXml(told).replace("<NbOfTxs>1<", "<NbOfTxs>2<"),
    ],
    [
      "a sum that is not that of its returns",
      (told) => returnXml(told).replace(/(<TtlRtrdIntrBkSttlmAmt Ccy="PHP">)[^<]*/, "$1999.00"),
    ],
    [
      "another kind of message",
      (told) =>
        `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.029.001.09"><RsltnOfInvstgtn><CxlDtls><TxInfAndSts><OrgnlEndToEndId>${told.refNo}</OrgnlEndToEndId></TxInfAndSts></CxlDtls></RsltnOfInvstgtn></Document>`,
    ],
    [
      "our id of an inquiry alone",
      (told) => `<Answer><OrgnlMsgId>Q1-${told.refNo}</OrgnlMsgId></Answer>`,
    ],
    [
      "a reference as parts of text",
      (told) =>
        `<Answer><Id><![CDATA[${told.refNo.slice(0, 9)}]]>${told.refNo.slice(9)}</Id></Answer>`,
    ],
  ];
