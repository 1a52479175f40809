import { sql } from "kysely";
import {
  addDays,
  endOfManilaDay,
  endOfManilaMonth,
  manilaDate,
  manilaMonth,
} from "#common/manila.ts";
import { maskCardNumber } from "#common/mask.ts";
import { formatPesosAscii, toDecimal } from "#common/money.ts";
import { type TransferSetup, visaSpielField } from "#contract/transferSetup.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { isWeekend } from "#server/platform/calendar/bankingDays.ts";
import {
  creditMoment,
  pesonetCycle,
  readClearing,
} from "#server/platform/calendar/pesonetCycles.ts";
import { readHolidays } from "#server/platform/calendar/readHolidays.ts";
import { readAccounts } from "#server/domains/members/balances/readAccounts.ts";
import { readPayeePause } from "./readPayeePause.ts";
import { readOwnLeft } from "./limits/own/readOwnLeft.ts";
import { readLeft, readLimits, type TransferLimits } from "./limits/readLimits.ts";
import { type ClosedDay, remindersOf } from "./limits/reminders.ts";

type CardRow = {
  account_no: string | null;
  last_four: string | null;
  status: string;
  balance_centavos: bigint;
  available_centavos: bigint;
  load_left_centavos: bigint;
};

/**
 * What the transfer forms need. `eonAccount` is null for a member without an active card account; a suspended,
 * deactivated or locked card is shown, and refused when money would move. Every figure and every text with a
 * figure comes from the values by which orders are judged.
 */
export async function transferSetup(app: App, caller: Caller): Promise<TransferSetup> {
  const at = app.now();
  const { memberId, language } = caller;
  const [card, accounts, settings, banks, limits, clearing, closed, payeePause] = await Promise.all(
    [
      readCard(app, memberId),
      readAccounts(app, memberId),
      app.db.selectFrom("transfer_setting").selectAll().execute(),
      readBanks(app),
      readLimits(app.db),
      readClearing(app.db),
      readClosedDays(app, at),
      readPayeePause(app, { memberId, at }),
    ],
  );
  const left = await readLeft(app.db, { memberId, limits, at });
  const ownLimits = await readOwnLeft(app.db, { memberId, at });
  const values = new Map(settings.map(({ name, value }) => [name, value]));
  const setting = (name: string) => values.get(`${name}.${language}`) ?? values.get(name) ?? "";
  const reminders = remindersOf({ limits, cycles: clearing.cycles, closed }, language);
  const cycle = pesonetCycle(clearing, at);
  return {
    eonAccount: card === undefined ? null : eonAccountOf(card),
    sourceAccounts: accounts.map(
      ({ accountNumber, name, type, withdrawableBalance, lockedBalance }) => ({
        accountNumber,
        name,
        type,
        withdrawableBalance,
        lockedBalance,
      }),
    ),
    otherDetails: {
      ...limitTexts(limits, language === "fil" ? "bawat transaksyon" : "per transaction"),
      [visaSpielField]: setting("transferToVisaSpiel"),
      transferHolidayReminder: setting("transferHolidayReminder"),
      pesonetReminders: reminders.pesonet,
      pesonetHours: reminders.pesonetHours,
      instapayReminders: reminders.instapay,
      cardToCardReminders: reminders.cardToCard,
      loadLimitLeft: card?.load_left_centavos ?? 0n,
    },
    figures: {
      instapayFee: limits.instapay_fee,
      pesonetFee: limits.pesonet_fee,
      cardToCardFee: limits.card_to_card_fee,
      instapayMost: limits.instapay_most,
      pesonetMost: limits.pesonet_most,
      cardToCardMost: limits.card_to_card_most,
      otherBankDaily: limits.other_bank_daily,
      otherBankMonthly: limits.other_bank_monthly,
      leftToday: left.today,
      leftThisMonth: left.thisMonth,
      dayEnds: endOfManilaDay(at).toISOString(),
      monthEnds: endOfManilaMonth(at).toISOString(),
    },
    pesonetArrival: {
      day: cycle.day,
      cycleNo: cycle.no,
      creditBy: creditMoment(cycle).toISOString(),
      latest: cycle.latest,
      isConfirmed: cycle.isConfirmed,
    },
    payeePause,
    ownLimits,
    participant: app.config.RAIL_PARTICIPANT,
    ...banks,
  };
}

/** The texts and raw figures (row O07). */
function limitTexts(limits: TransferLimits, each: string) {
  return {
    rawTransferToOtherBankInstaPayFee: toDecimal(limits.instapay_fee),
    rawTransferToOtherBankPesonetFee: toDecimal(limits.pesonet_fee),
    transferToOtherBankPesonetFee: `${formatPesosAscii(limits.pesonet_fee)} ${each}`,
    transferToOtherBankInstapayFee: `${formatPesosAscii(limits.instapay_fee)} ${each}`,
    transferToOtherBankDailyLimit: formatPesosAscii(limits.other_bank_daily),
    transferToOtherBankMonthlyLimit: formatPesosAscii(limits.other_bank_monthly),
    transferToOtherBanksInstaPayTxnLimit: formatPesosAscii(limits.instapay_most),
  };
}

/** The two lists, popular banks first, then by name. */
async function readBanks(app: App) {
  const rows = await app.db
    .selectFrom("bank")
    .selectAll()
    .where("is_active", "=", true)
    .orderBy("popular_rank", (order) => order.asc().nullsLast())
    .orderBy("bank_name")
    .limit(1000)
    .execute();
  const listed = rows.map((row) => ({
    row,
    bank: {
      id: String(row.id),
      bankName: row.bank_name,
      shortName: row.short_name || row.bank_name,
      minDigits: row.min_digits,
      maxDigits: row.max_digits,
      isPopular: row.popular_rank !== null,
    },
  }));
  return {
    instapayBankList: listed.flatMap(({ row, bank }) =>
      row.takes_instapay && row.instapay_bic !== null ? [{ ...bank, bic: row.instapay_bic }] : [],
    ),
    pesonetBankList: listed.flatMap(({ row, bank }) =>
      row.takes_pesonet && row.pesonet_bic !== null ? [{ ...bank, bic: row.pesonet_bic }] : [],
    ),
  };
}

/** Weekdays of the next week on which the clearing is closed or closes early. */
async function readClosedDays(app: App, at: Date): Promise<ClosedDay[]> {
  const today = manilaDate(at);
  const week = Array.from({ length: 8 }, (_, step) => addDays(today, step));
  const holidays = await readHolidays(app.db);
  const years = [...new Set(week.map((day) => Number(day.slice(0, 4))))];
  return years
    .flatMap((year) => holidays.daysOf(year))
    .filter(
      ({ day, isObserved, isBankingDay }) => week.includes(day) && isObserved && !isBankingDay,
    )
    .filter(({ day }) => !isWeekend(day))
    .map(({ day, name, closedFrom }) => ({ day, name, closedFrom }));
}

/** The states in which there is a card account to show. */
const WITH_ACCOUNT = new Set(["active", "suspended", "deactivated"]);

function eonAccountOf(card: CardRow): TransferSetup["eonAccount"] {
  if (card.account_no === null || !WITH_ACCOUNT.has(card.status)) return null;
  return {
    accountNo: card.account_no,
    cardNumber: maskCardNumber(card.last_four ?? undefined),
    balance: card.balance_centavos,
    available: card.available_centavos,
  };
}

async function readCard(app: App, memberId: bigint): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`
    select c.account_no, c.last_four, usable_status(c) as status,
      coalesce(l.balance_centavos, 0) as balance_centavos,
      coalesce(l.available_centavos, 0) as available_centavos,
      greatest(t.monthly_load_limit_centavos - coalesce(m.loaded_centavos, 0), 0) as load_left_centavos
    from card c join card_tier t on t.card_type = c.card_type
    left join ledger_account l on l.id = c.ledger_account_id
    left join card_load m on m.card_id = c.id and m.month = ${manilaMonth(app.now())}
    where c.member_id = ${memberId}
  `.execute(app.db);
  return rows[0];
}
