import { formatPesos } from "#common/money.ts";
import { incomingOf } from "#sandbox/rails/incomingRecords.ts";
import { bankName } from "#sandbox/rails/receivers.ts";
import type { IncomingRecord, Rail } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { html, type Html } from "./html.ts";
import { manilaTime } from "./times.ts";

const SHOWN = 8;

/** What sets a rail's apart; its names on the page are its own. */
const RAILS = {
  instapay: {
    prefix: "incoming",
    title: "From other banks",
    waits: "Not answered yet",
    again: "Not taken",
  },
  pesonet: {
    prefix: "incoming-file",
    title: "From other banks, in the next file",
    waits: "Waits for the cycle",
    again: "In a file again, not settled",
  },
} as const satisfies Record<Rail, object>;

/** Money that other banks send to accounts of the participant over a rail, and what became of it. */
export function incomingSection(world: World, rail: Rail): Html {
  const all = incomingOf(world, rail);
  const { prefix, title } = RAILS[rail];
  const field = (one: Field) => fieldOf(prefix, one);
  return html`<h3>${title}</h3>
    <form method="post" action="/sandbox/${rail}/incoming" class="grid">
      ${field({ name: "account", label: "To account", pattern: "[0-9\\-]{1,34}", isNeeded: true })}
      ${field({ name: "amount", label: "Amount", pattern: "\\d{1,9}(\\.\\d{1,2})?", isNeeded: true })}
      ${field({ name: "senderName", label: "Sender", pattern: "[A-Z0-9 .,'\\/\\(\\)&+:?\\-]{1,140}" })}
      ${field({ name: "senderBank", label: "Sender's bank (BIC)", pattern: "[A-Z0-9]{8,11}" })}
      ${field({ name: "reference", label: "Again under TxId", pattern: "[A-Za-z0-9\\-]{1,35}" })}
      <div class="buttons"><button type="submit" id="${prefix}-send">Send it</button></div>
    </form>
    <div id="${prefix}" data-live>
      ${
        all.length === 0
          ? html`<p class="empty">No other bank sent anything yet.</p>`
          : html`<ul class="lines">
              ${all.slice(0, SHOWN).map(row)}
            </ul>`
      }
    </div>`;
}

type Field = { name: string; label: string; pattern: string; isNeeded?: boolean };

function fieldOf(prefix: string, { name, label, pattern, isNeeded = false }: Field): Html {
  return html`<div>
    <label for="${prefix}-${name}">${label}</label>
    <input
      id="${prefix}-${name}"
      name="${name}"
      pattern="${pattern}"
      autocomplete="off"
      ${isNeeded ? html`required` : ""}
    />
  </div>`;
}

function row(incoming: IncomingRecord): Html {
  const { rail, reference, amount, bank, senderName, accountNo, sentAt, state } = incoming;
  const tone = state === "credited" ? "good" : state === "unanswered" ? "" : "bad";
  return html`<li class="rail-row">
    <span>
      ${formatPesos(amount)} from ${senderName}
      <small>${bankName(rail, bank)} to ${accountNo}</small>
      <small>${reference} · ${manilaTime(sentAt)}</small>
    </span>
    <span class="${tone}">${standing(incoming)}</span>
  </li>`;
}

function standing({ rail, state, reasonCode, isClaim }: IncomingRecord): string {
  const { waits, again } = RAILS[rail];
  const words: Record<IncomingRecord["state"], string> = {
    unanswered: waits,
    credited: isClaim ? "Answered as the first" : "Credited",
    rejected: `Rejected (${reasonCode})`,
    refused: again,
    returned: reasonCode === "" ? "Sent back" : `Sent back (${reasonCode})`,
  };
  return words[state];
}
