import type { Mistake } from "#test/simulation/mistakes.ts";
import type { Plant } from "#test/simulation/run.ts";

/** Every statement of the server that says the one says the other instead. */
const saying =
  (says: string, instead: string): Plant =>
  ({ watch }) => {
    watch.write = (text) => text.replace(says, instead);
  };

/** What could be wrong with cash, pay, loans and what members earn. */
export function moneyMistakes(): Mistake[] {
  return [
    {
      mistake: "a deposit that is pressed again is another one",
      plant: ({ watch }) => {
        watch.write = (text) =>
          text.startsWith('insert into "cash_receipt"')
            ? text.replace("$11", "concat($11::text, '-', $2::bigint)")
            : text;
      },
      noticed: /WRONG: \S+ was promised, and not done/,
    },
    {
      mistake: "a receipt's number is left out",
      plant: saying("coalesce(max(number), 0) + 1", "coalesce(max(number), 0) + 2"),
      noticed: /WRONG: \d+ receipts are numbered up to \d+/,
    },
    {
      mistake: "what a drawer paid out is not missed as it is counted",
      plant: saying("where r.drawer_id = d.id and r.is_withdrawal", "where false"),
      noticed: /WRONG: drawer \d+ differs by -?\d+, booked is 0/,
    },
    {
      mistake: "what a drawer is given is not missed in the vault",
      plant: saying(
        'update "cash_vault" set "inside_centavos" = $1',
        'update "cash_vault" set "inside_centavos" = greatest($1, "inside_centavos")',
      ),
      noticed: /WRONG: .*cash_of_a_branch_is_vault_and_drawers/,
    },
    {
      mistake: "a freeze stops neither cash nor automatic debits",
      plant: ({ watch }) => {
        watch.write = (text) =>
          text
            .replace('"access_closed_for" as "closedFor"', 'null as "closedFor"')
            .replace('"m"."access_closed_for", "l"', 'null as "access_closed_for", "l"');
      },
      noticed: /WRONG: \S+ was paid(?: out)? while the account was frozen/,
    },
    {
      mistake: "a loan is paid from another account than was said",
      plant: ({ watch }) => {
        watch.write = (text) =>
          text.includes('as "ledgerAccountId", "l"."available_centavos"')
            ? text.replace('"a"."account_number" = $1', "$1::text is not null")
            : text;
      },
      noticed: /WRONG: loan-key-\d+ is \d+ of \S+, not as it was asked for/,
    },
    {
      mistake: "a deduction that is under way is debited once more",
      plant: saying("sum(d.due_centavos)::bigint as amount", "null::bigint as amount"),
      noticed: /WRONG: \S+ was debited \d+ for \S+, due was \d+/,
    },
    {
      mistake: "an automatic debit comes the day after",
      plant: saying(
        "y.state = 'announced' and y.due_on <= ",
        "y.state = 'announced' and y.due_on < ",
      ),
      noticed: /WRONG: \S+ was not debited on \S+, and \d+ was there/,
    },
    {
      mistake: "a penalty is charged on what the employer has deducted",
      plant: saying("- coalesce(max(w.centavos), 0) as overdue", "as overdue"),
      noticed: /WRONG: \S+ has penalties /,
    },
    {
      mistake: "a row of another amount than was asked for is posted",
      plant: saying("is distinct from l.amount_centavos then", "is null then"),
      noticed: /WRONG: row \d+ of \S+ is \d+ for \S+, asked was \d+/,
    },
    {
      mistake: "more is deducted for an account than its member signed",
      plant: saying("s.monthly_centavos, m.last_name", "s.monthly_centavos + 1, m.last_name"),
      noticed: /WRONG: \d+ was asked of the pay in \S+ for \S+, signed was \d+/,
    },
    {
      mistake: "what is deducted ends as soon as another deduction is set for later",
      plant: saying(
        'update "standing_deduction" set "until_month" = $1',
        'update "standing_deduction" set "ended_by" = $1::text, "ended_at" = "set_at"',
      ),
      noticed: /WRONG: 0 was asked of the pay in \S+ for \S+, signed was \d+/,
    },
    {
      mistake: "a remittance that was withdrawn stands in the way of the one that is sent again",
      plant: ({ watch }) => {
        watch.write = (text) =>
          text.replaceAll(
            /"o"\.state not in \((\$\d+), (\$\d+)\)/g,
            "num_nonnulls($1::text, $2::text) = 2",
          );
      },
      noticed: /WRONG: row \d+ of \S+ is paid already, and nothing paid it/,
    },
    {
      mistake: "half a centavo of interest is none",
      inDatabase: { name: "earned_on", says: "100000 * p_basis)", instead: "0 * p_basis)" },
      noticed: /WRONG: \S+ has \d+, should have \d+/,
    },
    {
      mistake: "a day with less than the minimum earns interest",
      inDatabase: {
        name: "earning_balances",
        says: "t.balance >= (earning_balances.p_minimum)::numeric",
        instead: "true",
      },
      // On the account, or already in what is owed for its days.
      noticed: /WRONG: (?:2010-\S+ has \d+, should have \d+|interest of \d+ is owed, not \d+)/,
    },
    {
      mistake: "a dividend is reckoned by another year's days",
      plant: saying("extract(doy from ", "1 + extract(doy from "),
      noticed: /WRONG: 2030-\S+ has \d+, should have \d+/,
    },
    {
      mistake: "a statement takes in what came after its month",
      inDatabase: { name: "statement_make", says: "e.booked_at < v_end", instead: "true" },
      noticed: /WRONG: the statement of \S+ of \S+ has \w+ \d+, not \d+/,
    },
  ];
}
