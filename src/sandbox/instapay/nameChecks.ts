import { fitsMask, maskName } from "#common/payeeName/judgePayee.ts";
import { document, element, textAt, type Tree } from "#sandbox/rails/isoXml.ts";
import { takesPart } from "#sandbox/rails/receivers.ts";
import { newMessageId } from "#sandbox/rails/reports.ts";
import type { RailAnswer } from "#sandbox/rails/signedRail.ts";
import type { World } from "#sandbox/world.ts";

/** What the receiving bank says of a name: a code of acmt.024, and the name as far as it tells it. */
type Said = { code: "MTCH" | "CMTC" | "NMTC" | "NOAP"; name?: string };

/** Whose the account is that is somebody else's. */
const ANOTHER = "MA*** C***";
const YET_ANOTHER = "RO*** D***";

/** Answers an acmt.023 with an acmt.024, the same each time (docs/rails.md). */
export function checkName(world: World, root: Tree): RailAnswer {
  const request = "IdVrfctnReq";
  const asked = {
    messageId: textAt(root, `${request}/Assgnmt/MsgId`),
    at: textAt(root, `${request}/Assgnmt/CreDtTm`),
    id: textAt(root, `${request}/Vrfctn/Id`),
    name: textAt(root, `${request}/Vrfctn/PtyAndAcctId/Pty/Nm`),
    accountNo: textAt(root, `${request}/Vrfctn/PtyAndAcctId/Acct/Id/Othr/Id`),
    bank: textAt(root, `${request}/Vrfctn/PtyAndAcctId/Agt/FinInstnId/BICFI`),
  };
  const said = takesPart("instapay", asked.bank)
    ? sayOf(asked.accountNo, asked.name)
    : ({ code: "NOAP" } as const);
  return { status: 200, body: report(world, asked, said) };
}

/** What the account's ending forces, as of transfers (receivers.ts). */
function sayOf(accountNo: string, name: string): Said {
  switch (accountNo.slice(-2)) {
    case "01":
      return { code: "NMTC", name: fitsMask(name, ANOTHER) ? YET_ANOTHER : ANOTHER };
    case "02":
      return { code: "CMTC", name: maskName(name) };
    case "03":
      return { code: "NMTC" };
    case "05":
      return { code: "NOAP" };
    case "08":
      // A bank that compares letter by letter, and has its names surname first.
      return { code: "NMTC", name: surnameFirst(name) };
    default:
      return { code: "MTCH" };
  }
}

function surnameFirst(name: string): string {
  const words = name.split(" ");
  const last = words.at(-1) ?? "";
  return words.length < 2 ? name : `${last}, ${words.slice(0, -1).join(" ")}`;
}

function report(
  world: World,
  asked: {
    messageId: string;
    at: string;
    id: string;
    name: string;
    accountNo: string;
    bank: string;
  },
  { code, name }: Said,
): string {
  return document(
    "acmt.024.001.03",
    element("IdVrfctnRpt", [
      element("Assgnmt", [
        element("MsgId", newMessageId("BN")),
        element("CreDtTm", world.now().toISOString()),
        element("Assgnr", [agent(asked.bank)]),
        element("Assgne", [agent(world.railParticipant)]),
      ]),
      element("OrgnlAssgnmt", [element("MsgId", asked.messageId), element("CreDtTm", asked.at)]),
      element("Rpt", [
        element("OrgnlId", asked.id),
        element("Vrfctn", String(code === "MTCH")),
        element("Rsn", [element("Cd", code)]),
        element("OrgnlPtyAndAcctId", [
          element("Pty", [element("Nm", asked.name)]),
          element("Acct", [element("Id", [element("Othr", [element("Id", asked.accountNo)])])]),
          agent(asked.bank),
        ]),
        name === undefined
          ? undefined
          : element("UpdtdPtyAndAcctId", [element("Pty", [element("Nm", name)])]),
      ]),
    ]),
  );
}

function agent(bic: string): string {
  return element("Agt", [element("FinInstnId", [element("BICFI", bic)])]);
}
