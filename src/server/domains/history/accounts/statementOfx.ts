import { toDecimal } from "#common/money.ts";
import { manilaDate } from "#common/manila.ts";
import { brand } from "#brand";
import type { Statement } from "#server/domains/history/statement/readStatement.ts";
import type { App } from "#server/platform/app.ts";

/** As long as OFX lets the name of a transaction be. */
const NAME_LENGTH = 32;

/**
 * A statement as OFX 2.2, which programs that keep a household's or a shop's books read. The id of each transaction is
 * that of its posting in the ledger: a file that is read twice adds nothing twice.
 */
export function statementOfx(
  app: App,
  statement: Statement,
  { ids, at }: { ids: readonly string[]; at: Date },
): string {
  const { from, to, accountNo, closing, rows } = statement;
  const transactions = rows.map(({ bookedAt, amount, description, subDescription, refNo }, index) =>
    element("STMTTRN", [
      element("TRNTYPE", amount < 0n ? "DEBIT" : "CREDIT"),
      element("DTPOSTED", moment(bookedAt)),
      element("TRNAMT", toDecimal(amount)),
      element("FITID", ids[index] ?? ""),
      element(
        "NAME",
        text(
          Array.from(subDescription || description)
            .slice(0, NAME_LENGTH)
            .join(""),
        ),
      ),
      element("MEMO", text(refNo)),
    ]),
  );
  const status = element("STATUS", [element("CODE", "0"), element("SEVERITY", "INFO")]);
  const body = element("OFX", [
    element("SIGNONMSGSRSV1", [
      element("SONRS", [
        status,
        element("DTSERVER", moment(at)),
        element("LANGUAGE", "ENG"),
        element("FI", [
          element("ORG", text(brand.product)),
          element("FID", app.config.RAIL_PARTICIPANT),
        ]),
      ]),
    ]),
    element("BANKMSGSRSV1", [
      element("STMTTRNRS", [
        element("TRNUID", "0"),
        status,
        element("STMTRS", [
          element("CURDEF", "PHP"),
          element("BANKACCTFROM", [
            element("BANKID", app.config.RAIL_PARTICIPANT),
            element("ACCTID", accountNo),
            element("ACCTTYPE", "SAVINGS"),
          ]),
          element("BANKTRANLIST", [
            element("DTSTART", day(from)),
            element("DTEND", day(to)),
            ...transactions,
          ]),
          element("LEDGERBAL", [element("BALAMT", toDecimal(closing)), element("DTASOF", day(to))]),
        ]),
      ]),
    ]),
  ]);
  return `${HEAD}${body}\n`;
}

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
`;

const element = (name: string, inside: string | readonly string[]): string =>
  `<${name}>${typeof inside === "string" ? inside : inside.join("")}</${name}>`;

const text = (words: string): string =>
  words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A day of Manila as it began. */
const day = (date: string): string => `${date.replaceAll("-", "")}000000[+8:PHT]`;

/** To the second, in Manila. */
function moment(at: Date): string {
  const time = new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(11, 19);
  return `${manilaDate(at).replaceAll("-", "")}${time.replaceAll(":", "")}[+8:PHT]`;
}
