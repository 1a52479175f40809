import { plastics } from "#sandbox/cardIssuer/plastics.ts";
import {
  type BatchRecord,
  type CustomerRecord,
  DECISION_KINDS,
  type DecisionKind,
  type PlasticRecord,
} from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { html, type Html } from "./html.ts";
import { plasticFace } from "./plasticFace.ts";

const SHOWN_ROWS = 15;
const SHOWN_KITS = 10;

const KIND_NAMES: Record<DecisionKind, string> = {
  investigation: "Applicants",
  production: "Cards with a name",
  delivery: "Kits",
};

/** What the issuer decides, and what it has made that nobody uses yet; `serial` names one of those. */
export function deskSection(world: World, serial: string | undefined): Html {
  return html`<section aria-labelledby="desk-title">
    <h2 id="desk-title">The issuer's desk</h2>
    <div id="desk-settings" data-live>${DECISION_KINDS.map((kind) => settingRow(world, kind))}</div>
    <h3>Applicants</h3>
    <div id="applicants" data-live>
      ${listOr("Nobody waits for a decision.", waiting(world).map(applicantRow))}
    </div>
    <h3>Cards with a name</h3>
    <div id="production" data-live>
      ${listOr("None is being made.", inProduction(world).map(productionRow))}
      ${produced(world).map((plastic) => plasticRow(world, plastic))}
    </div>
    <h3>Kits</h3>
    ${deliveryForm()}
    <div id="kits" data-live>
      ${listOr("No batch is awaited.", awaited(world).map(batchRow))} ${kitsInOffices(world)}
    </div>
    <form method="get" action="/" class="row">
      <label for="serial">Serial</label>
      <input id="serial" name="serial" maxlength="64" value="${serial ?? ""}" />
      <button type="submit">Find</button>
    </form>
    <div id="found" data-live>${found(world, serial)}</div>
  </section>`;
}

function settingRow(world: World, kind: DecisionKind): Html {
  const isByHand = world.books.read("setting").get(kind)?.isByHand ?? false;
  return html`<form method="post" action="/sandbox/settings" class="setting">
    <input type="hidden" name="kind" value="${kind}" />
    <span>${KIND_NAMES[kind]}: ${isByHand ? "decided here" : "done after a while by itself"}</span>
    <button
      type="submit"
      name="by"
      value="${isByHand ? "itself" : "hand"}"
      id="setting-${kind}"
      aria-label="${isByHand ? "By itself" : "Decide here"}: ${KIND_NAMES[kind]}"
    >
      ${isByHand ? "By itself" : "Decide here"}
    </button>
  </form>`;
}

function applicantRow({ transactionId, name, reference }: CustomerRecord): Html {
  return html`<li class="desk-row">
    <span>${name}<small>${transactionId} · ${reference}</small></span>
    <form method="post" action="/sandbox/investigations">
      <input type="hidden" name="transactionId" value="${transactionId}" />
      <input
        name="reason"
        id="reason-${transactionId}"
        maxlength="100"
        aria-label="Why ${name} is rejected"
        value="The details could not be verified"
      />
      <div class="buttons">
        ${decision("decision", "approve", "Approve", `Approve ${name}`, `ok-${transactionId}`)}
        ${decision("decision", "reject", "Reject", `Reject ${name}`, `no-${transactionId}`)}
      </div>
    </form>
  </li>`;
}

function productionRow({ token, nameOnCard, orderReference, lastFour }: PlasticRecord): Html {
  return html`<li class="desk-row">
    <span>${nameOnCard}<small>…${lastFour} · ${orderReference ?? ""}</small></span>
    <form method="post" action="/sandbox/production">
      <input type="hidden" name="token" value="${token}" />
      <input
        name="reason"
        id="reason-${token}"
        maxlength="100"
        aria-label="Why the card of ${nameOnCard} fails"
        value="The chip could not be written"
      />
      <div class="buttons">
        ${decision("outcome", "produced", "Produce", `Produce the card of ${nameOnCard}`, `ok-${token}`)}
        ${decision("outcome", "failed", "Fail", `Fail the card of ${nameOnCard}`, `no-${token}`)}
      </div>
    </form>
  </li>`;
}

function batchRow({ batchRef, officeId, count }: BatchRecord): Html {
  return html`<li>
    <span>${count} kits for office ${officeId}<small>${batchRef}</small></span>
    <form method="post" action="/sandbox/deliveries">
      <input type="hidden" name="batchRef" value="${batchRef}" />
      <button type="submit" id="deliver-${batchRef}" aria-label="Deliver the batch ${batchRef}">
        Deliver
      </button>
    </form>
  </li>`;
}

function deliveryForm(): Html {
  return html`<form method="post" action="/sandbox/deliveries" class="grid">
    <div>
      <label for="kit-office">Office number</label>
      <input id="kit-office" name="officeId" required pattern="\\d{1,6}" inputmode="numeric" />
    </div>
    <div>
      <label for="kit-count">How many kits</label>
      <input id="kit-count" name="count" type="number" min="1" max="500" value="10" />
    </div>
    <div class="buttons"><button type="submit">Deliver kits unasked</button></div>
  </form>`;
}

/** The kits nobody has activated, by office: whoever is handed one reads its number here. */
function kitsInOffices(world: World): Html[] {
  const offices = new Map<string, PlasticRecord[]>();
  for (const plastic of plastics(world)) {
    if (plastic.state !== "in_stock") continue;
    const office = plastic.officeId ?? "none";
    const kits = offices.get(office);
    if (kits === undefined) offices.set(office, [plastic]);
    else kits.push(plastic);
  }
  return [...offices].map(
    ([office, kits]) =>
      html`<details id="kits-${office}">
        <summary>Office ${office}: ${kits.length} kits</summary>
        ${kits.slice(0, SHOWN_KITS).map((kit) => plasticFace(world, kit))}
        ${
          kits.length > SHOWN_KITS
            ? html`<p class="caption">
                And ${kits.length - SHOWN_KITS} more: find one by its serial, below.
              </p>`
            : ""
        }
      </details>`,
  );
}

function found(world: World, serial: string | undefined): Html | string {
  if (serial === undefined) return "";
  const plastic = plastics(world).find((candidate) => candidate.serial === serial);
  return plastic === undefined
    ? html`<p class="empty">No card has this serial.</p>`
    : plasticFace(world, plastic, "found");
}

function plasticRow(world: World, plastic: PlasticRecord): Html {
  return html`<details id="made-${plastic.token}">
    <summary>${plastic.nameOnCard}: produced, not activated</summary>
    ${plasticFace(world, plastic)}
  </details>`;
}

function decision(name: string, value: string, text: string, label: string, id: string): Html {
  return html`<button
    type="submit"
    name="${name}"
    value="${value}"
    id="${id}"
    aria-label="${label}"
  >
    ${text}
  </button>`;
}

function listOr(empty: string, rows: Html[]): Html {
  return rows.length === 0
    ? html`<p class="empty">${empty}</p>`
    : html`<ul class="lines">
        ${rows.slice(0, SHOWN_ROWS)}
      </ul>`;
}

const waiting = (world: World) =>
  [...world.books.read("customer").values()].filter(({ status }) => status === "pending");
const inProduction = (world: World) => plastics(world).filter(({ state }) => state === "ordered");
const produced = (world: World) => plastics(world).filter(({ state }) => state === "produced");
const awaited = (world: World) =>
  [...world.books.read("batch").values()].filter(({ state }) => state === "ordered");
