import { type RawBuilder, sql } from "kysely";
import { parsePesos } from "#common/money.ts";
import type { Language } from "#contract/refusals.ts";
import { kindsNamed } from "#contract/transactionKinds.ts";
import { isSent } from "./historyRows.ts";

/**
 * Which lines `t` of a history a member looks for: by words of the description as it is shown to them, by
 * where, by a part of the reference, or by an amount, with its centavos or without; of a transfer to another
 * bank also by its payee, as names are said (name_forms of the baseline), or by the bank. The words are compared as they
 * are: no sign in them means anything else than itself. `c` is what the line cost, where that is in it: found by
 * the fee's own name and amount as well, and by both amounts together.
 */
export function searchHistory(search: string, language: Language): RawBuilder<unknown> {
  const words = search.trim();
  if (words === "") return sql``;
  const has = (column: RawBuilder<unknown>) =>
    sql`strpos(lower(${column}), lower(${words}::text)) > 0`;
  return sql`and (${has(sql`t.description`)} or ${has(sql`t.sub_description`)} or ${has(sql`t.ref_no`)}
    or ${has(sql`array_to_string(c.named, ' ')`)}
    or (t.description || coalesce(c.named, '{}')) && ${kindsNamed(words, language)}::text[] or ${wentTo(words)} ${amountIs(words)})`;
}

/** To this payee, by name or by the member's own name for them, or to this bank. */
function wentTo(words: string): RawBuilder<unknown> {
  const said = (name: RawBuilder<unknown>) =>
    sql`to_tsvector('simple', name_forms(${name})) @@ name_query(${words}, '')`;
  return sql`${isSent} and (${said(sql`coalesce(payee_name(f), '')`)} or ${said(sql`coalesce(payee_nickname(f), '')`)}
    or exists (select from rail_transfer r where r.ref_no = f.ref_no and ${said(sql`r.bank_name`)}))`;
}

function amountIs(words: string): RawBuilder<unknown> {
  const sought = amountSought(words);
  return sought === undefined
    ? sql``
    : sql`or abs(t.amount_centavos) between ${sought.from} and ${sought.upTo}
        or abs(c.costs) between ${sought.from} and ${sought.upTo}
        or abs(t.amount_centavos + c.costs) between ${sought.from} and ${sought.upTo}`;
}

/** '₱1,250', '-1250.5' or 'PHP 1,250.50': the amount, whatever its direction; whole pesos with any centavos. */
export function amountSought(words: string): { from: bigint; upTo: bigint } | undefined {
  const digits = words.replaceAll(/^(?:PHP|[₱+−-]|\s)+|(?<=\d),(?=\d{3})/gi, "");
  const from = parsePesos(digits);
  if (from === undefined) return undefined;
  return { from, upTo: digits.includes(".") ? from : from + 99n };
}
