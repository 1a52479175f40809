import type { TransferState } from "#contract/transfers.ts";

export type Texts = {
  title: string;
  states: Record<TransferState, string>;
  received: string;
  reference: string;
  dateTime: string;
  sender: string;
  from: string;
  to: string;
  bank: string;
  accountNumber: string;
  accountName: string;
  sentAs: string;
  via: string;
  toBank: string;
  toShop: string;
  shop: string;
  city: string;
  acquirer: string;
  shopNumber: string;
  shopReference: string;
  viaOwn: string;
  amount: string;
  fee: string;
  total: string;
  madeAt: (at: string) => string;
  code: string;
  check: (address: string) => string;
  help: (phone: string) => string;
};

/** The texts of a PDF receipt; the names of its fields are those of row O06. */
export const receiptTexts: Record<"en" | "fil", Texts> = {
  en: {
    title: "Transfer receipt",
    states: {
      accepted: "Being processed",
      sent: "Being processed",
      unknown: "Being checked",
      credited: "Transfer sent",
      returned: "Not completed: the money was given back",
    },
    received: "Money received",
    reference: "Reference Number",
    dateTime: "Transaction Date & Time",
    sender: "Sent by",
    from: "Transfer From",
    to: "Transfer To",
    bank: "Destination Bank",
    accountNumber: "Account Number",
    accountName: "Account Name",
    sentAs: "Sent to the bank as",
    via: "Transfer via",
    toBank: "Other Bank",
    toShop: "A shop, by its QR Ph code",
    shop: "Shop",
    city: "City",
    acquirer: "Paid through",
    shopNumber: "Shop's number",
    shopReference: "Shop's reference",
    viaOwn: "Own account",
    amount: "Amount",
    fee: "Transaction Fee",
    total: "Total Amount",
    madeAt: (at) => `As of ${at}`,
    code: "Code of this receipt",
    check: (address) => `Whoever is shown this can check it with its code at ${address}`,
    help: (phone) => `Questions? Call ${phone} with the reference number.`,
  },
  fil: {
    title: "Resibo ng transfer",
    states: {
      accepted: "Pinoproseso",
      sent: "Pinoproseso",
      unknown: "Sinusuri",
      credited: "Naipadala na ang transfer",
      returned: "Hindi natuloy: naibalik ang pera",
    },
    received: "May pumasok na pera",
    reference: "Reference number",
    dateTime: "Petsa at oras",
    sender: "Nagpadala",
    from: "Galing sa",
    to: "Para sa",
    bank: "Bangko",
    accountNumber: "Account number",
    accountName: "Pangalan sa account",
    sentAs: "Ipinadala sa bangko bilang",
    via: "Paraan",
    toBank: "Ibang bangko",
    toShop: "Tindahan, gamit ang QR Ph code nito",
    shop: "Tindahan",
    city: "Lungsod",
    acquirer: "Sa pamamagitan ng",
    shopNumber: "Numero ng tindahan",
    shopReference: "Reference ng tindahan",
    viaOwn: "Sariling account",
    amount: "Halaga",
    fee: "Bayad sa transaksyon",
    total: "Kabuuan",
    madeAt: (at) => `Lagay noong ${at}`,
    code: "Code ng resibong ito",
    check: (address) => `Masusuri ito ng sinumang pinagpakitaan gamit ang code nito sa ${address}`,
    help: (phone) => `May tanong? Tumawag sa ${phone} at ibigay ang reference number.`,
  },
};
