import { cvvOf, numberOf } from "#sandbox/cardIssuer/plastics.ts";
import { standingOf } from "#sandbox/cardIssuer/standing.ts";
import { DEACTIVATION_REASONS } from "#sandbox/cardIssuer/cardControls.ts";
import type { PlasticRecord, StandingRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { html, type Html } from "./html.ts";
import { manilaTime } from "./times.ts";

/**
 * A plastic as it lies in a hand: its front, and its back for 30 seconds after a press. `place` tells two
 * pictures of the same one apart.
 */
export function plasticFace(world: World, plastic: PlasticRecord, place = "turn"): Html {
  const { token, serial, expiresOn, lastFour, nameOnCard } = plastic;
  const shown = world.shownCvv;
  const isTurned = shown?.token === token && shown.until > world.now().getTime();
  return html`<div class="plastic">
    <p class="number">${grouped(numberOf(world, plastic))}</p>
    <p>
      <span>Valid to ${expiresOn.slice(5, 7)}/${expiresOn.slice(2, 4)}</span>
      <span>${isTurned ? html`CVV <b>${cvvOf(world, plastic)}</b>` : "CVV on the back"}</span>
    </p>
    <p class="caption">${nameOnCard === "" ? serial : html`${nameOnCard} · ${serial}`}</p>
    <form method="post" action="/sandbox/cvv">
      <input type="hidden" name="token" value="${token}" />
      <button type="submit" id="${place}-${token}" aria-label="Show CVV of the card ${lastFour}">
        Show CVV
      </button>
    </form>
  </div>`;
}

/** What bars a card account, in a line, and a form by which the issuer ends the card. */
export function standingPart(world: World, { token, lastFour, accountNo }: PlasticRecord): Html {
  const standing = standingOf(world, accountNo ?? "");
  return html`<p class="caption">${barsOf(standing)}</p>
    <form method="post" action="/sandbox/deactivations" class="row">
      <input type="hidden" name="token" value="${token}" />
      <select name="reason" id="ends-${token}" aria-label="Why the card ${lastFour} ends">
        ${DEACTIVATION_REASONS.map((reason) => html`<option value="${reason}">${reason}</option>`)}
      </select>
      <button
        type="submit"
        id="end-${token}"
        aria-label="Deactivate the card ${lastFour} at the issuer"
      >
        Deactivate
      </button>
    </form>`;
}

/** '4000009912345005' as it is embossed: in fours. */
export function grouped(number: string): string {
  return number.replaceAll(/\d{4}(?=\d)/g, "$& ");
}

function barsOf(standing: StandingRecord): string {
  const { memberLocked, adminLocked, freezeLocked, suspendedUntil, deactivatedFor, pinTries } =
    standing;
  const bars = [
    ...(deactivatedFor === null ? [] : [`deactivated (${deactivatedFor})`]),
    ...(suspendedUntil === null ? [] : [`suspended until ${manilaTime(suspendedUntil)}`]),
    ...(adminLocked ? ["locked by the bank"] : []),
    ...(freezeLocked ? ["frozen"] : []),
    ...(memberLocked ? ["locked by its holder"] : []),
    ...(pinTries === 0 ? [] : [`${pinTries} wrong PIN${pinTries === 1 ? "" : "s"}`]),
  ];
  const said = bars.length === 0 ? "nothing bars it" : bars.join(", ");
  return said.charAt(0).toUpperCase() + said.slice(1);
}
