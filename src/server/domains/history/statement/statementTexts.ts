import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";
import type { Language } from "#server/platform/pdf/sheet.ts";
import { cardAccountLabel } from "#contract/cardNames.ts";

type Texts = {
  title: string;
  titleOfAccount: string;
  account: string;
  opening: string;
  moneyIn: string;
  moneyOut: string;
  fees: string;
  /** Of transfers that came back. */
  feesBack: string;
  closing: string;
  date: string;
  madeOn: string;
  transaction: string;
  details: string;
  reference: string;
  status: string;
  fee: string;
  amount: string;
  balance: string;
  pending: string;
  posted: string;
  other: string;
  none: string;
  pendingMeans: string;
  madeAt: (at: string) => string;
  signed: string;
  check: (address: string) => string;
  code: (code: string) => string;
  help: string;
  page: (page: number, pages: number) => string;
};

/** The words of a statement on document and in its CSV. */
export const statementTexts: Record<Language, Texts> = {
  en: {
    title: "Card Transaction History",
    titleOfAccount: "Account Statement",
    account: cardAccountLabel,
    opening: "Opening balance",
    moneyIn: "Money in",
    moneyOut: "Money out",
    fees: "Fees, in the money out",
    feesBack: "Fees given back, in the money in",
    closing: "Closing balance",
    date: "Date",
    madeOn: "Transaction date",
    transaction: "Transaction",
    details: "Details",
    reference: "REF",
    status: "Status",
    fee: "Fee in amount",
    amount: "Amount",
    balance: "Balance",
    pending: "Pending",
    posted: "Posted",
    other: "Entry of the association",
    none: "There were no transactions on these days.",
    pendingMeans: "Pending: the money is set aside, and the transaction is not yet settled.",
    madeAt: (at) => `As of ${at}, Manila time.`,
    signed: `Signed electronically by ${brand.provider}: a PDF reader shows whether this file was changed.`,
    check: (address) => `Was this given to you? Check it with its code at ${address}`,
    code: (code) => `Code of this statement: ${code}`,
    help: `Questions? Call ${hotline} with the reference number.`,
    page: (page, pages) => `Page ${page} of ${pages}`,
  },
  fil: {
    title: "Mga transaksyon ng card",
    titleOfAccount: "Mga galaw ng account",
    account: cardAccountLabel,
    opening: "Panimulang balanse",
    moneyIn: "Pumasok",
    moneyOut: "Lumabas",
    fees: "Mga bayad, kasama sa lumabas",
    feesBack: "Mga bayad na ibinalik, kasama sa pumasok",
    closing: "Panghuling balanse",
    date: "Petsa",
    madeOn: "Petsa ng transaksyon",
    transaction: "Transaksyon",
    details: "Detalye",
    reference: "REF",
    status: "Lagay",
    fee: "Bayad sa halaga",
    amount: "Halaga",
    balance: "Balanse",
    pending: "Hindi pa tapos",
    posted: "Tapos na",
    other: "Entry ng association",
    none: "Walang transaksyon sa mga araw na ito.",
    pendingMeans: "Hindi pa tapos: nakatabi na ang pera pero hindi pa naaayos ang transaksyon.",
    madeAt: (at) => `Lagay noong ${at}, oras sa Manila.`,
    signed: `Pinirmahan electronically ng ${brand.provider}: makikita sa PDF reader kung may binago sa file na ito.`,
    check: (address) => `Ibinigay ba ito sa inyo? Suriin gamit ang code nito sa ${address}`,
    code: (code) => `Code ng statement na ito: ${code}`,
    help: `May tanong? Tumawag sa ${hotline} at ibigay ang reference number.`,
    page: (page, pages) => `Pahina ${page} ng ${pages}`,
  },
};
