import { printedNameOf } from "#server/domains/cards/production/printedNameOf.ts";
import { maskCardNumber } from "#common/mask.ts";
import {
  cardOverlay,
  type CardStatus,
  cardStatusNumbers,
  type CardType,
  cardTypeNumbers,
  displayStatus,
} from "#contract/cardStatus.ts";
import type { Dashboard, DashboardCard, getDashboard, Loan } from "#contract/members.ts";
import type { App } from "#server/platform/app.ts";
import { endOwnSuspension } from "#server/domains/cards/pin/endSuspensions.ts";
import { sqlState } from "#server/db/db.ts";
import { gather, type Waiting } from "#server/platform/base/gather.ts";
import type { MoneyCall } from "#server/platform/http/calls.ts";
import { type Credentials, sessionLimits, sessionRefusal } from "#server/platform/http/session.ts";
import { withDeductions } from "#server/domains/loans/onDashboard/paidByDeduction.ts";
import { accountNames, accountType } from "#server/domains/members/balances/accountNames.ts";
import { Refusal } from "#server/refusal.ts";

/** What read_dashboards() answers; amounts are centavos as text. */
type Reading = {
  accounts: [
    product: string,
    number: string,
    balance: string,
    available: string,
    fixed: string,
    locked: string,
  ][];
  loans: [
    no: string,
    type: string,
    name: string,
    principal: string,
    overdue: string,
    monthly: string,
    penalty: string,
    overdueSince: string | null,
  ][];
  card: CardReading | null;
  name: string;
  unread: number;
  /** Of a token that came after another: from now on that one has a minute. */
  isFirstUse: boolean;
};

type CardReading = {
  accountNo: string | null;
  lastFour: string | null;
  status: CardStatus;
  persoStatus: CardStatus;
  cardType: CardType;
  memberLocked: boolean;
  adminLocked: boolean;
  balance: string | null;
};

type Question = Credentials & { guid: string };
/** `dashboard` is there when the verdict is 'ok'. */
type Found = { verdict: string; dashboard: Reading | null };

const CONCURRENCY = 2;
const QUESTIONS_A_CALL = 32;
/** A reading takes less of the database than of us: larger calls leave it more to do at once. */
const BATCH_SIZE = 16;
/** What the server cannot do now, whoever asks: connections, writing, room, a person's or a limit's end, the system. */
const NOBODYS_QUESTION = /^(?:08|25|53|55|57|58)/;
const gatherings = new WeakMap<App, (question: Question) => Promise<Found>>();

/** The whole dashboard, session check included, in one round trip. Another member's guid is not_found. */
export async function readDashboard(call: MoneyCall<typeof getDashboard>): Promise<Dashboard> {
  const { app, credentials } = call;
  const at = app.now();
  const question = { ...credentials, guid: call.params.guid };
  let found = await ask(app, question);
  // A suspension that is over is over for who looks, whether its job has run or not.
  const isSuspended = found.dashboard?.card?.status === "suspended";
  if (isSuspended && (await endOwnSuspension(app, question.guid))) found = await ask(app, question);
  if (found.verdict === "not_found") throw new Refusal("not_found");
  if (found.dashboard === null) throw sessionRefusal(found.verdict);
  const { card, name } = found.dashboard;
  const printed =
    card !== null && isPersonalized(card) ? await printedNameOf(app.db, question.guid) : undefined;
  const loans = await withDeductions(app.db, found.dashboard.loans.map(shownLoan));
  return { ...shown({ ...found.dashboard, name: printed ?? name }, at), loans };
}

/** Whether the card that is drawn, in use or to come, has the member's name on it. */
const isPersonalized = ({ status, persoStatus }: CardReading): boolean =>
  persoStatus === "active" || (status === "not_applied" && persoStatus !== "not_applied");

/** Questions of one moment share one round trip; each is read after it was asked. */
function ask(app: App, question: Question): Promise<Found> {
  let read = gatherings.get(app);
  if (read === undefined) {
    read = gather<Question, Found>({
      concurrency: CONCURRENCY,
      itemsACall: QUESTIONS_A_CALL,
      batchSize: BATCH_SIZE,
      patience: app.patience,
      settle: (batch) => settle(app, batch),
    });
    gatherings.set(app, read);
  }
  return read(question);
}

async function settle(app: App, batch: Waiting<Question, Found>[]): Promise<void> {
  try {
    const rows = await askDatabase(
      app,
      batch.map(({ item }) => item),
    );
    // As many as questions: askDatabase throws otherwise.
    for (const [index, { resolve }] of batch.entries()) resolve(rows[index] as Found);
  } catch (error) {
    // Which question it is that PostgreSQL refuses is found by halves, one call after the other: a crowd of
    // single calls would take the connections from the orders.
    if (batch.length > 1 && isOfAQuestion(error)) {
      const half = batch.length >> 1;
      await settle(app, batch.slice(0, half));
      await settle(app, batch.slice(half));
      return;
    }
    for (const { reject } of batch) reject(error);
  }
}

function isOfAQuestion(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && !NOBODYS_QUESTION.test(state);
}

async function askDatabase(app: App, questions: Question[]): Promise<Found[]> {
  const { idleSeconds, lifeSeconds } = sessionLimits(app);
  const at = app.now();
  const { rows } = await app.pool.query<Found>({
    name: "read_dashboards",
    text: "select verdict, dashboard from read_dashboards($1, $2, $3, $4, $5, $6)",
    values: [
      questions.map(({ tokenHash }) => tokenHash),
      questions.map(({ cookieHash }) => cookieHash),
      questions.map(({ guid }) => guid),
      at,
      idleSeconds,
      lifeSeconds,
    ],
  });
  if (rows.length !== questions.length) throw new Error("read_dashboards answered too little");
  const firstUses = questions.filter((_, index) => rows[index]?.dashboard?.isFirstUse === true);
  if (firstUses.length > 0) await noteFirstUses(app, firstUses, at);
  return rows;
}

/** A session that another call holds just now is left to it, or to the next dashboard. */
async function noteFirstUses(app: App, of: Credentials[], at: Date): Promise<void> {
  await app.db
    .updateTable("session")
    .set({ rotated_at: at })
    .where("id", "in", (sessions) =>
      sessions
        .selectFrom("session")
        .select("id")
        .where(
          "token_hash",
          "in",
          of.map(({ tokenHash }) => tokenHash),
        )
        .where("previous_token_hash", "is not", null)
        .where("rotated_at", "is", null)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute();
}

function shown(
  { accounts, card, name, unread }: Omit<Reading, "loans">,
  at: Date,
): Omit<Dashboard, "loans"> {
  return {
    accounts: accounts.map(([product, accountNumber, balance, available, fixed, locked]) => {
      const type = accountType(product);
      return {
        name: accountNames[type],
        type,
        accountNumber,
        outstandingBalance: BigInt(balance) + BigInt(fixed),
        withdrawableBalance: BigInt(available),
        lockedBalance: BigInt(locked),
      };
    }),
    card: card === null ? null : shownCard(card, name),
    unreadNotifications: unread,
    asOf: at.toISOString(),
  };
}

function shownLoan(loan: Reading["loans"][number]): Omit<Loan, "isPaidByDeduction"> {
  const [loanId, type, name, principal, overdue, monthly, penalty, overdueSince] = loan;
  return {
    loanId,
    type,
    name,
    prin_out_balance: BigInt(principal),
    accumulatedUnpaidAmount: BigInt(overdue),
    monthlyAmort: BigInt(monthly),
    penaltyDue: BigInt(penalty),
    overdueSince,
  };
}

function shownCard(card: CardReading, nameOnCard: string): DashboardCard {
  const cardStatus = cardStatusNumbers[card.status];
  const persoCardStatus = cardStatusNumbers[card.persoStatus];
  const flags = {
    status: displayStatus(cardStatus, persoCardStatus),
    memberLocked: card.memberLocked ? (1 as const) : (0 as const),
    adminLocked: card.adminLocked ? (1 as const) : (0 as const),
  };
  const hidden = cardOverlay(flags) !== undefined;
  return {
    ...flags,
    cardStatus,
    persoCardStatus,
    accountNo: card.accountNo ?? "",
    cardNumber: maskCardNumber(card.lastFour ?? undefined),
    nameOnCard,
    cardType: cardTypeNumbers[card.cardType],
    balance: hidden || card.balance === null ? null : BigInt(card.balance),
  };
}
