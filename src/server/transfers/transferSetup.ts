import { sql } from "kysely";
import { maskCardNumber } from "#common/mask.ts";
import { manilaMonth } from "#common/manila.ts";
import type { TransferSetup } from "#contract/transfers.ts";
import type { App, Caller } from "#server/app.ts";
import { readAccounts } from "#server/members/balances/readAccounts.ts";

type CardRow = {
  account_no: string | null;
  last_four: string | null;
  status: string;
  balance_centavos: bigint;
  load_left_centavos: bigint;
};

/**
 * What the transfer forms need. `eonAccount` is null for a member without an active card account; a
 * suspended, deactivated or locked card is shown, and refused when money would move.
 */
export async function transferSetup(app: App, caller: Caller): Promise<TransferSetup> {
  const [card, accounts, settings, banks] = await Promise.all([
    readCard(app, caller.memberId),
    readAccounts(app, caller.memberId),
    app.db.selectFrom("transfer_setting").selectAll().execute(),
    app.db
      .selectFrom("bank")
      .select(["id", "bank_name", "takes_instapay", "takes_pesonet"])
      .where("is_active", "=", true)
      .orderBy("bank_name")
      .limit(1000)
      .execute(),
  ]);
  const values = new Map(settings.map(({ name, value }) => [name, value]));
  const setting = (name: string) =>
    values.get(`${name}.${caller.language}`) ?? values.get(name) ?? "";
  const shown = banks.map((bank) => ({ ...bank, id: String(bank.id), bankName: bank.bank_name }));
  const listed = ({ id, bankName }: { id: string; bankName: string }) => ({ id, bankName });
  return {
    eonAccount: card === undefined ? null : eonAccountOf(card),
    sourceAccounts: accounts.map(({ accountNumber, name, type, withdrawableBalance }) => ({
      accountNumber,
      name,
      type,
      withdrawableBalance,
    })),
    otherDetails: {
      rawTransferToOtherBankInstaPayFee: setting("rawTransferToOtherBankInstaPayFee"),
      rawTransferToOtherBankPesonetFee: setting("rawTransferToOtherBankPesonetFee"),
      transferToOtherBankPesonetFee: setting("transferToOtherBankPesonetFee"),
      transferToOtherBankDailyLimit: setting("transferToOtherBankDailyLimit"),
      transferToOtherBankMonthlyLimit: setting("transferToOtherBankMonthlyLimit"),
      transferToOtherBankInstapayFee: setting("transferToOtherBankInstapayFee"),
      transferToOtherBanksInstaPayTxnLimit: setting("transferToOtherBanksInstaPayTxnLimit"),
      transferToVisaSpiel: setting("transferToVisaSpiel"),
      transferHolidayReminder: setting("transferHolidayReminder"),
      loadLimitLeft: card?.load_left_centavos ?? 0n,
    },
    instapayBankList: shown.filter((bank) => bank.takes_instapay).map(listed),
    pesonetBankList: shown.filter((bank) => bank.takes_pesonet).map(listed),
  };
}

/** The states in which there is a card account to show. */
const WITH_ACCOUNT = new Set(["active", "suspended", "deactivated"]);

function eonAccountOf(card: CardRow): TransferSetup["eonAccount"] {
  if (card.account_no === null || !WITH_ACCOUNT.has(card.status)) return null;
  return {
    accountNo: card.account_no,
    cardNumber: maskCardNumber(card.last_four ?? undefined),
    balance: card.balance_centavos,
  };
}

async function readCard(app: App, memberId: bigint): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`
    select c.account_no, c.last_four, case when c.status = 'not_applied' then c.perso_status else c.status end as status,
      coalesce(l.balance_centavos, 0) as balance_centavos,
      greatest(t.monthly_load_limit_centavos - coalesce(m.loaded_centavos, 0), 0) as load_left_centavos
    from card c join card_tier t on t.card_type = c.card_type
    left join ledger_account l on l.id = c.ledger_account_id
    left join card_load m on m.card_id = c.id and m.month = ${manilaMonth(app.now())}
    where c.member_id = ${memberId}
  `.execute(app.db);
  return rows[0];
}
