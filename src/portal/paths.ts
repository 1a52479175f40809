/** Every address of the portal, in one place. */
export const paths = {
  login: "/login",
  signup: "/signup",
  forgot: "/forgot",
  forgotPassword: "/forgot-password",
  forgotUsername: "/forgot-username",
  terms: "/terms-and-conditions",
  privacy: "/privacy",
  status: "/status",
  verify: "/verify",
  someoneElse: "/someone-else",
  frozen: "/frozen",
  unfreeze: "/open-again",
  dashboard: "/dashboard",
  applyForLoans: "/apply",
  loanApplications: "/loan-applications",
  loans: "/loans",
  accounts: "/accounts",
  updatePassword: "/update-password",
  safety: "/safety",
  activity: "/safety/activity",
  notices: "/safety/notices",
  comeBack: "/come-back",
  transferFunds: "/transfer-funds",
  topUpCard: "/transfer-funds?to=own",
  transactionHistory: "/transaction-history",
  transactionDetails: "/transaction-details",
  schedules: "/schedules",
  spending: "/spending",
  cardSettings: "/card-settings",
  applyVisaCard: "/apply-visa-card",
  setAtmPin: "/set-atm-pin",
  changePin: "/change-pin",
  resetPin: "/reset-pin",
  changeCvv: "/change-cvv",
  transactionLimit: "/update-transaction-limit",
  lostCard: "/lost-card",
} as const;

/** One transaction: the same page from a transfer, the history, a notification or a bookmark. */
export function transactionDetailsPath(refNo: string, tranDate: string): string {
  return `${paths.transactionDetails}/${encodeURIComponent(refNo)}/${tranDate}`;
}

const REFERENCE_DAY = /^[A-Z]+(\d{2})(\d{2})(\d{2})-/;

/** The same page of a transfer of ours, whose reference has its day. */
export function transferPath(refNo: string): string {
  const [, year = "", month = "", day = ""] = REFERENCE_DAY.exec(refNo) ?? [];
  return transactionDetailsPath(refNo, `20${year}-${month}-${day}`);
}

/** The page of one loan application, and of one loan. */
export const loanApplicationPath = (applicationNo: string): string =>
  `${paths.loanApplications}/${encodeURIComponent(applicationNo)}`;
export const loanPath = (loanNo: string): string => `${paths.loans}/${encodeURIComponent(loanNo)}`;
/** One payment of a loan, on the loan's page. */
export const LOAN_PAYMENT = "payment";
export const loanPaymentPath = (loanNo: string, reference: string): string =>
  `${loanPath(loanNo)}?${LOAN_PAYMENT}=${encodeURIComponent(reference)}`;

/** The page of one account. */
export const accountPath = (accountNo: string): string =>
  `${paths.accounts}/${encodeURIComponent(accountNo)}`;

/** Said by a link to the history that leads back to where the list was left. */
export const toKeptPlace = { keepsPlace: true } as const;

/** Whether the link that led to this page says so. */
export function keepsPlace(state: unknown): boolean {
  return typeof state === "object" && state !== null && "keepsPlace" in state;
}

/** Said to the login by an address that needs a session: where to go on. */
export const asksFor = (path: string) => ({ asksFor: path });

/** The address that was asked for before somebody signed in, if one was. */
export function addressAskedFor(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("asksFor" in state)) return undefined;
  return typeof state.asksFor === "string" ? state.asksFor : undefined;
}

/** Said by an account's own 'Transfer' to the form that it leads to: from where. */
export const sendsFrom = (accountNumber: string) => ({ sendsFrom: accountNumber });

/** Said to the form of sending by who has nothing scheduled yet: on which days comes first to the eye. */
export const toSchedule = { schedules: true } as const;

export const isToSchedule = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "schedules" in state;

/** The form of sending with this name. */
export const transferFormPath = (to: string): string => `/transfer-funds?to=${to}`;

/** The account that the link which led to this page named, if it did. */
export function accountSentFrom(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("sendsFrom" in state)) return undefined;
  return typeof state.sendsFrom === "string" ? state.sendsFrom : undefined;
}

/** The kinds of card, as the calls name them. */
export type CardKind = "generic" | "perso";

/** Where the application of a kind, or the PIN of its activation, has its page. */
export function cardKindPath(
  path: typeof paths.applyVisaCard | typeof paths.setAtmPin,
  kind: CardKind,
): string {
  return kind === "perso" ? `${path}/type/personalized` : path;
}
