import { formatPesos } from "#common/money.ts";
import { batches } from "#sandbox/pesonet/clearing.ts";
import { transfersOf } from "#sandbox/rails/railBooks.ts";
import { bankName } from "#sandbox/rails/receivers.ts";
import type { BatchFileRecord, Rail, RailTransferRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { html, type Html } from "./html.ts";
import { incomingSection } from "./incomingSection.ts";
import { manilaTime } from "./times.ts";

const SHOWN_TRANSFERS = 12;
const SHOWN_FILES = 6;
const OPEN = new Set<RailTransferRecord["state"]>(["queued", "waiting", "held"]);

/** The switch: what each transfer is at, and what its bank may do now. */
export function instapaySection(world: World): Html {
  return html`<section aria-labelledby="instapay-title">
    <h2 id="instapay-title">InstaPay</h2>
    <p class="caption">
      The account that receives decides: …01 wrong name, …03 invalid, …04 comes back, …06 held.
      Other banks credit at once.
    </p>
    <div id="instapay" data-live>
      ${transferList(world, "instapay", "Nothing was sent over InstaPay yet.")}
    </div>
    ${sayingForm("instapay")} ${incomingSection(world, "instapay")}
  </section>`;
}

/** The clearing house: files that wait for their cycle, and what each transfer is at. */
export function pesonetSection(world: World): Html {
  const files = batches(world).toReversed().slice(0, SHOWN_FILES);
  return html`<section aria-labelledby="pesonet-title">
    <h2 id="pesonet-title">PESONet</h2>
    <p class="caption">
      Files are cleared on banking days at 10:00, 13:00 and 16:00; the banks answer seconds later.
    </p>
    <form method="post" action="/sandbox/pesonet/cycles" class="buttons">
      <button type="submit" name="does" value="clear" id="cycle-clear">Run the cycle now</button>
      <button type="submit" name="does" value="answer" id="cycle-answer">
        Let the banks answer now
      </button>
    </form>
    <div id="pesonet" data-live>
      ${
        files.length === 0
          ? html`<p class="empty">No file came yet.</p>`
          : html`<ul class="lines">
              ${files.map(fileRow)}
            </ul>`
      }
      ${transferList(world, "pesonet", "")}
    </div>
    ${sayingForm("pesonet")} ${incomingSection(world, "pesonet")}
  </section>`;
}

/** What the bank has to notice: another end, amount or account than is true. */
function sayingForm(rail: Rail): Html {
  return html`<details id="sayings-${rail}">
    <summary>Say what is not so</summary>
    <form method="post" action="/sandbox/${rail}/sayings" class="grid">
      <div>
        <label for="says-reference-${rail}">Reference number</label>
        <input
          id="says-reference-${rail}"
          name="reference"
          required
          pattern="[A-Za-z0-9\\-]{1,35}"
          autocomplete="off"
        />
      </div>
      <div>
        <label for="says-${rail}">It is said to be</label>
        <select id="says-${rail}" name="says">
          ${["credited", "rejected", "pending", "returned"].map(
            (word) => html`<option value="${word}">${word}</option>`,
          )}
        </select>
      </div>
      <div>
        <label for="says-amount-${rail}">Another amount</label>
        <input
          id="says-amount-${rail}"
          name="amount"
          inputmode="decimal"
          pattern="\\d{1,9}(\\.\\d{1,2})?"
          autocomplete="off"
        />
      </div>
      <div>
        <label for="says-account-${rail}">Another account</label>
        <input
          id="says-account-${rail}"
          name="accountNo"
          inputmode="numeric"
          pattern="\\d{1,34}"
          autocomplete="off"
        />
      </div>
      <div class="buttons"><button type="submit">Say it</button></div>
    </form>
  </details>`;
}

function transferList(world: World, rail: Rail, empty: string): Html {
  const transfers = transfersOf(world, rail);
  if (transfers.length === 0) return html`<p class="empty">${empty}</p>`;
  const open = transfers.filter(({ state }) => OPEN.has(state)).length;
  const more = transfers.length - SHOWN_TRANSFERS;
  const counted = `${transfers.length} transfer${transfers.length === 1 ? "" : "s"}`;
  return html`<p class="caption">${`${counted}, ${open} without a final answer`}</p>
    <ul class="lines">
      ${transfers.slice(0, SHOWN_TRANSFERS).map((transfer) => transferRow(transfer))}
    </ul>
    ${more > 0 ? html`<p class="caption">And ${more} older ones.</p>` : ""}`;
}

function transferRow(transfer: RailTransferRecord): Html {
  const { rail, reference, amount, bank, accountNo, accountName, receivedAt } = transfer;
  return html`<li class="rail-row">
    <span>
      ${formatPesos(amount)} to ${accountName}
      <small>${bankName(rail, bank)} ${accountNo}</small>
      <small>${reference} · ${manilaTime(receivedAt)}</small>
    </span>
    <span class="${tone(transfer)}">${standing(transfer)}</span>
    ${buttons(transfer)}
  </li>`;
}

function buttons({ rail, reference, state }: RailTransferRecord): Html | string {
  const isOpen = state === "waiting" || state === "held";
  const choices = [
    ...(isOpen ? [["credit", "Credit now"] as const] : []),
    ...(isOpen && rail === "instapay" ? [["reject", "Reject now"] as const] : []),
    ...(isOpen && rail === "pesonet" ? [["hold", "Hold"] as const] : []),
    ...(state === "credited" || (isOpen && rail === "pesonet")
      ? [["return", "Return now"] as const]
      : []),
  ].filter(([does]) => !(does === "hold" && state === "held"));
  if (choices.length === 0) return "";
  return html`<form method="post" action="/sandbox/${rail}/answers" class="buttons">
    <input type="hidden" name="reference" value="${reference}" />
    ${choices.map(
      ([does, words]) =>
        html`<button
          type="submit"
          name="does"
          value="${does}"
          id="${does}-${reference}"
          aria-label="${words}: ${reference}"
        >
          ${words}
        </button>`,
    )}
  </form>`;
}

function fileRow({
  name,
  messageId,
  state,
  references,
  total,
  clearsAt,
  answersAt,
}: BatchFileRecord): Html {
  const words: Record<BatchFileRecord["state"], string> = {
    taken: `To be cleared ${manilaTime(clearsAt)}`,
    refused: "Refused",
    settled: `Settled; the banks answer ${manilaTime(answersAt ?? clearsAt)}`,
    answered: "Settled and answered",
    abolished: "Abolished",
  };
  return html`<li class="rail-row">
    <span>
      ${references.length} transfer${references.length === 1 ? "" : "s"}, ${formatPesos(total)}
      <small>${name}</small>
    </span>
    <span class="${["refused", "abolished"].includes(state) ? "bad" : ""}">${words[state]}</span>
    ${
      state === "taken"
        ? html`<form method="post" action="/sandbox/pesonet/files" class="buttons">
            <input type="hidden" name="messageId" value="${messageId}" />
            ${fileButton(messageId, "clear", "Clear now")}
            ${fileButton(messageId, "abolish", "Abolish")}
          </form>`
        : ""
    }
  </li>`;
}

function fileButton(messageId: string, does: string, words: string): Html {
  return html`<button
    type="submit"
    name="does"
    value="${does}"
    id="${does}-${messageId}"
    aria-label="${words}: ${messageId}"
  >
    ${words}
  </button>`;
}

function tone({ state }: RailTransferRecord): string {
  if (state === "credited") return "good";
  return ["rejected", "returned", "abolished"].includes(state) ? "bad" : "";
}

function standing({ state, reasonCode, next }: RailTransferRecord): string {
  const words: Record<RailTransferRecord["state"], string> = {
    queued: "In its file, waits for the cycle",
    waiting: "With the receiving bank",
    held: "Held by the receiving bank",
    credited: "Credited",
    rejected: "Rejected",
    returned: "Returned",
    abolished: "Abolished",
  };
  const then = { credit: "credited", reject: "rejected", return: "returned" };
  const code = reasonCode === "" ? "" : ` (${reasonCode})`;
  const follows = next === null ? "" : `; to be ${then[next.does]} ${manilaTime(next.at)}`;
  return `${words[state]}${code}${follows}`;
}
