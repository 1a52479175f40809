import { toDecimal, type Centavos } from "#common/money.ts";
import type { PaidShop } from "#contract/paidShop.ts";
import { type Rail, RAILS } from "#contract/transferKinds.ts";
import { type ToWrite, writeXml } from "./xml.ts";

/** A transfer as its rail needs it. */
export type RailPayment = {
  refNo: string;
  amount: Centavos;
  /** The sender in the rails' characters, and the card account or the account that it left. */
  senderName: string;
  senderAccount: string;
  bankBic: string;
  accountNumber: string;
  accountName: string;
  /** Of a shop that is paid by its code: what it finds its sale by. */
  shop?: Pick<PaidShop, "reference" | "store" | "terminal"> | null;
};

type Sender = { participant: string; at: Date };

/**
 * A pacs.008 with one transfer for InstaPay. Its MsgId is our reference, so it is one transfer however often
 * it is sent.
 */
export function instapayTransfer(payment: RailPayment, sender: Sender & { day: string }): string {
  return transfers("instapay", payment.refNo, [payment], sender);
}

/** A pacs.008 with all transfers of a PESONet file. The same transfers and moment make the same bytes. */
export function pesonetFile(
  messageId: string,
  payments: readonly RailPayment[],
  sender: Sender & { day: string },
): string {
  return transfers("pesonet", messageId, payments, sender);
}

/** A pacs.028 that inquires about an InstaPay transfer; `turn` tells one inquiry from another. */
export function statusRequest(refNo: string, turn: number, { participant, at }: Sender): string {
  return writeXml("pacs.028.001.03", [
    "FIToFIPmtStsReq",
    [
      [
        "GrpHdr",
        [
          ["MsgId", `Q${turn}-${refNo}`],
          ["CreDtTm", at.toISOString()],
          agent("InstgAgt", participant),
        ],
      ],
      [
        "OrgnlGrpInf",
        [
          ["OrgnlMsgId", refNo],
          ["OrgnlMsgNmId", "pacs.008.001.08"],
        ],
      ],
      [
        "TxInf",
        [
          ["OrgnlEndToEndId", refNo],
          ["OrgnlTxId", refNo],
        ],
      ],
    ],
  ]);
}

function transfers(
  rail: Rail,
  messageId: string,
  payments: readonly RailPayment[],
  { participant, at, day }: Sender & { day: string },
): string {
  const total = payments.reduce((sum, { amount }) => sum + amount, 0n);
  return writeXml("pacs.008.001.08", [
    "FIToFICstmrCdtTrf",
    [
      [
        "GrpHdr",
        [
          ["MsgId", messageId],
          ["CreDtTm", at.toISOString()],
          ["NbOfTxs", String(payments.length)],
          ["TtlIntrBkSttlmAmt", toDecimal(total), "PHP"],
          ["IntrBkSttlmDt", day],
          [
            "SttlmInf",
            [
              ["SttlmMtd", "CLRG"],
              ["ClrSys", [["Prtry", RAILS[rail].system]]],
            ],
          ],
          agent("InstgAgt", participant),
        ],
      ],
      ...payments.map((payment) => transaction(payment, participant)),
    ],
  ]);
}

/** An account number as the rails carry it: digits alone, by which it is found again when money comes for it. */
const railNumber = (number: string): string => number.replaceAll("-", "");

function transaction(payment: RailPayment, participant: string): ToWrite {
  return [
    "CdtTrfTxInf",
    [
      [
        "PmtId",
        [
          ["EndToEndId", payment.refNo],
          ["TxId", payment.refNo],
        ],
      ],
      ...(payment.shop ? [PAYS_SHOP] : []),
      ["IntrBkSttlmAmt", toDecimal(payment.amount), "PHP"],
      ["ChrgBr", "DEBT"],
      ["Dbtr", [["Nm", payment.senderName]]],
      account("DbtrAcct", railNumber(payment.senderAccount)),
      agent("DbtrAgt", participant),
      agent("CdtrAgt", payment.bankBic),
      ["Cdtr", [["Nm", payment.accountName]]],
      account("CdtrAcct", payment.accountNumber),
      ...saleOf(payment),
    ],
  ];
}

/** ISO 20022's code for a payment to a business by phone. */
const PAYS_SHOP: ToWrite = ["PmtTpInf", [["CtgyPurp", [["Cd", "MP2B"]]]]];

/** By what the shop finds its sale: the reference of its code, and which of its stores and tills showed it. */
function saleOf({ shop }: RailPayment): ToWrite[] {
  if (!shop) return [];
  const place = [
    ...(shop.store === "" ? [] : [`STORE ${shop.store}`]),
    ...(shop.terminal === "" ? [] : [`TERMINAL ${shop.terminal}`]),
  ].join(" ");
  const said: ToWrite[] = [
    ...(shop.reference === "" ? [] : [["CdtrRefInf", [["Ref", shop.reference]]] as const]),
    ...(place === "" ? [] : [["AddtlRmtInf", place] as const]),
  ];
  return said.length === 0 ? [] : [["RmtInf", [["Strd", said]]]];
}

function agent(name: string, bic: string): ToWrite {
  return [name, [["FinInstnId", [["BICFI", bic]]]]];
}

function account(name: string, number: string): ToWrite {
  return [name, [["Id", [["Othr", [["Id", number]]]]]]];
}
