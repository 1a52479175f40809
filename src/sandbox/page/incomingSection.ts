import { formatPesos } from "#common/money.ts";
import { incomingOf } from "#sandbox/instapay/incoming.ts";
import { bankName } from "#sandbox/rails/receivers.ts";
import type { IncomingRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { html, type Html } from "./html.ts";
import { manilaTime } from "./times.ts";

const SHOWN = 8;

/** Money that other banks send to accounts of the participant, and what it answered. */
export function incomingSection(world: World): Html {
  const all = incomingOf(world);
  return html`<h3>From other banks</h3>
    <form method="post" action="/sandbox/instapay/incoming" class="grid">
      ${field({ name: "account", label: "To account", pattern: "[0-9\\-]{1,34}", isNeeded: true })}
      ${field({ name: "amount", label: "Amount", pattern: "\\d{1,9}(\\.\\d{1,2})?", isNeeded: true })}
      ${field({ name: "senderName", label: "Sender", pattern: "[A-Z0-9 .,'\\/\\(\\)&+:?\\-]{1,140}" })}
      ${field({ name: "senderBank", label: "Sender's bank (BIC)", pattern: "[A-Z0-9]{8,11}" })}
      ${field({ name: "reference", label: "Again under TxId", pattern: "[A-Za-z0-9\\-]{1,35}" })}
      <div class="buttons"><button type="submit" id="incoming-send">Send it</button></div>
    </form>
    <div id="incoming" data-live>
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

function field({ name, label, pattern, isNeeded = false }: Field): Html {
  return html`<div>
    <label for="incoming-${name}">${label}</label>
    <input
      id="incoming-${name}"
      name="${name}"
      pattern="${pattern}"
      autocomplete="off"
      ${isNeeded ? html`required` : ""}
    />
  </div>`;
}

function row(incoming: IncomingRecord): Html {
  const { reference, amount, bank, senderName, accountNo, sentAt, state } = incoming;
  const tone = state === "credited" ? "good" : state === "unanswered" ? "" : "bad";
  return html`<li class="rail-row">
    <span>
      ${formatPesos(amount)} from ${senderName}
      <small>${bankName("instapay", bank)} to ${accountNo}</small>
      <small>${reference} · ${manilaTime(sentAt)}</small>
    </span>
    <span class="${tone}">${standing(incoming)}</span>
  </li>`;
}

function standing({ state, reasonCode, isClaim }: IncomingRecord): string {
  const words: Record<IncomingRecord["state"], string> = {
    unanswered: "Not answered yet",
    credited: isClaim ? "Answered as the first" : "Credited",
    rejected: `Rejected (${reasonCode})`,
    refused: "Not taken",
    returned: "Sent back",
  };
  return words[state];
}
