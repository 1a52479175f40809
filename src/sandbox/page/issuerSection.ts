import { formatPesos } from "#common/money.ts";
import { plasticOfAccount } from "#sandbox/cardIssuer/plastics.ts";
import { DEMO_CREDENTIALS } from "#sandbox/config.ts";
import type { CardRecord, EventRecord, MovementRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { html, type Html } from "./html.ts";
import { plasticFace, standingPart } from "./plasticFace.ts";
import { manilaTime } from "./times.ts";

const SHOWN_LINES = 8;
const SHOWN_ROWS = 15;

/** The issuer's cards with their latest lines, and a form that spends with one. */
export function cardsSection(world: World): Html {
  const lines = linesByAccount(world);
  const cards = [...world.books.read("card").values()].toSorted(
    (a, b) => (lines.get(b.accountNo)?.[0]?.id ?? 0) - (lines.get(a.accountNo)?.[0]?.id ?? 0),
  );
  return html`<section aria-labelledby="cards-title">
    <h2 id="cards-title">Cards at the issuer</h2>
    ${spendForm(cards)}
    <div id="cards" data-live>
      ${
        cards.length === 0
          ? html`<p class="empty">No cards yet. They are opened with POST /sandbox/cards.</p>`
          : cards.map((card) => cardRow(world, card, lines.get(card.accountNo) ?? []))
      }
    </div>
  </section>`;
}

/** What the partners were asked, and what they have to tell. */
export function trafficSections(world: World): Html {
  const events = partnerEvents(world);
  return html`<section aria-labelledby="seen-title">
      <h2 id="seen-title">Requests the partners saw</h2>
      <div
        class="scroll"
        id="seen"
        data-live
        tabindex="0"
        role="region"
        aria-label="Table of requests"
      >
        ${
          world.seen.length === 0
            ? html`<p class="empty">None since the sandbox was started.</p>`
            : html`<table>
                <thead>
                  <tr>
                    <th scope="col">Time</th>
                    <th scope="col">Request</th>
                    <th scope="col">About</th>
                    <th scope="col">Answer</th>
                  </tr>
                </thead>
                <tbody>
                  ${world.seen.slice(0, SHOWN_ROWS).map(
                    ({ at, method, path, subject, answer }) =>
                      html`<tr>
                        <td>${manilaTime(at)}</td>
                        <td>${method} ${path}</td>
                        <td>${subject}</td>
                        <td>${answer}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>`
        }
      </div>
    </section>
    <section aria-labelledby="events-title">
      <h2 id="events-title">Events and messages the partners send</h2>
      <div
        class="scroll"
        id="events"
        data-live
        tabindex="0"
        role="region"
        aria-label="Table of events"
      >
        ${
          events.length === 0
            ? html`<p class="empty">None yet. Spend with a card, or make a partner late.</p>`
            : html`<table>
                <thead>
                  <tr>
                    <th scope="col">Event</th>
                    <th scope="col">State</th>
                    <th scope="col">Attempts</th>
                    <th scope="col">Last answer</th>
                    <th scope="col">Repeat</th>
                  </tr>
                </thead>
                <tbody>
                  ${events.map(eventRow)}
                </tbody>
              </table>`
        }
      </div>
    </section>`;
}

function spendForm(cards: CardRecord[]): Html {
  return html`<form method="post" action="/card/purchase" class="grid">
    <div>
      <label for="account">Card account</label>
      <select id="account" name="accountNo" required data-live>
        ${cards.map(
          ({ accountNo, holder }) =>
            html`<option value="${accountNo}">${accountNo} ${holder}</option>`,
        )}
      </select>
    </div>
    <div>
      <label for="amount">Amount in pesos</label>
      <input
        id="amount"
        name="amount"
        required
        inputmode="decimal"
        pattern="\\d{1,9}(\\.\\d{1,2})?"
        placeholder="250.00"
      />
    </div>
    <div>
      <label for="merchant">Merchant or machine</label>
      <input id="merchant" name="merchant" maxlength="100" value="KAPE AT PANDESAL CAFE" />
    </div>
    <div>
      <label for="channel">Bought</label>
      <select id="channel" name="channel">
        <option value="store">in a store</option>
        <option value="online">online</option>
      </select>
    </div>
    <div>
      <label for="country">Country</label>
      <input id="country" name="country" value="PH" pattern="[A-Z]{2}" maxlength="2" />
    </div>
    <div>
      <label for="pin">PIN, to withdraw (${DEMO_CREDENTIALS.atmPin} at first)</label>
      <input id="pin" name="pin" inputmode="numeric" pattern="\\d{4,12}" autocomplete="off" />
    </div>
    <div class="buttons">
      <button type="submit">Purchase</button>
      <button type="submit" formaction="/card/withdrawal">Withdraw (fee ₱18.00)</button>
    </div>
  </form>`;
}

function cardRow(
  world: World,
  { accountNo, holder, balance }: CardRecord,
  lines: MovementRecord[],
): Html {
  const plastic = plasticOfAccount(world, accountNo);
  return html`<details id="card-${accountNo}">
    <summary>
      <span>${accountNo}<small>${holder}</small></span>
      <strong>${formatPesos(balance)}</strong>
    </summary>
    ${
      plastic === undefined
        ? ""
        : html`<div class="in-hand">
            ${plasticFace(world, plastic)} ${standingPart(world, plastic)}
          </div>`
    }
    ${
      lines.length === 0
        ? html`<p class="empty">No lines.</p>`
        : html`<ul class="lines">
            ${lines.slice(0, SHOWN_LINES).map(
              (line) =>
                html`<li>
                  <span
                    >${line.description}<small>${line.branch} · ${manilaTime(line.at)}</small></span
                  >
                  <span class="${line.amount < 0n ? "out" : "in"}"
                    >${formatPesos(line.amount)}</span
                  >
                </li>`,
            )}
          </ul>`
    }
  </details>`;
}

function partnerEvents(world: World): EventRecord[] {
  return [...world.books.read("event").values()]
    .filter(({ type }) => type !== "text.report")
    .toReversed()
    .slice(0, SHOWN_ROWS);
}

function eventRow({ id, type, state, attempts, lastAnswer }: EventRecord): Html {
  return html`<tr>
    <td>${type}<small>${id}</small></td>
    <td>${state.replace("_", " ")}</td>
    <td>${attempts}</td>
    <td>${lastAnswer}</td>
    <td>
      <form method="post" action="/sandbox/events/resend">
        <input type="hidden" name="eventId" value="${id}" />
        <button type="submit" aria-label="Send again: ${type} ${id}">Send again</button>
      </form>
    </td>
  </tr>`;
}

function linesByAccount(world: World): Map<string, MovementRecord[]> {
  const lines = new Map<string, MovementRecord[]>();
  for (const line of [...world.books.read("movement").values()].toSorted((a, b) => b.id - a.id)) {
    const ofAccount = lines.get(line.accountNo);
    if (ofAccount === undefined) lines.set(line.accountNo, [line]);
    else ofAccount.push(line);
  }
  return lines;
}
