import { faultsNow } from "#sandbox/controlRoutes.ts";
import { FAULT_MODES, type FaultMode, type FaultTarget } from "#sandbox/records.ts";
import { DEMO_STAFF, staffCode } from "#sandbox/staffCodes.ts";
import type { World } from "#sandbox/world.ts";
import { html, type Html } from "./html.ts";

const TARGET_NAMES: Record<FaultTarget, string> = {
  sms: "SMS gateway",
  mail: "Mail server",
  issuer: "Card issuer",
  instapay: "InstaPay",
  pesonet: "PESONet",
  push: "Push service",
};

const MEANINGS: Record<FaultMode, string> = {
  ok: "Works as it should.",
  down: "Drops every connection.",
  slow: "Does what it is asked, but answers late by the delay.",
  timeout: "Never answers. With 'done all the same' it has done it.",
  error: "Answers with an error page. With 'done all the same' it has done it.",
  reject:
    "Says no: a text or an e-mail is not taken, a top-up or a transfer fails, a file is refused, a cycle abolished, a browser is gone.",
  duplicate: "Delivers a text twice; sends each event, message or file twice.",
  late: "Takes it, and does it after the delay; an event or a message tells the outcome. A push service asks to come again.",
  "out-of-order":
    "Holds every other text, event or message back, and tells an outcome before its answer.",
};

/** Buttons that make a partner misbehave. */
export function switchesSection(world: World): Html {
  return html`<section aria-labelledby="switches-title">
    <h2 id="switches-title">Faults</h2>
    ${faultsNow(world).map((fault) => switchesOf(fault))}
    <details id="meanings">
      <summary>What each one does</summary>
      <dl>
        ${FAULT_MODES.map(
          (mode) =>
            html`<dt>${mode}</dt>
              <dd>${MEANINGS[mode]}</dd>`,
        )}
      </dl>
    </details>
  </section>`;
}

/** The staff's authenticators. */
export function staffSection(world: World): Html {
  return html`<section aria-labelledby="staff-title">
    <h2 id="staff-title">Staff codes</h2>
    <ul class="lines" id="staff" data-live>
      ${DEMO_STAFF.map((username) => {
        const { code, secondsLeft } = staffCode(world, username) ?? { code: "", secondsLeft: 0 };
        return html`<li>
          <span>${username}<small>${secondsLeft} s left</small></span>
          <span class="row">
            <code>${code}</code>
            <button
              type="button"
              data-copy="${code}"
              aria-label="Copy the code of ${username}"
              hidden
            >
              Copy
            </button>
          </span>
        </li>`;
      })}
    </ul>
  </section>`;
}

function switchesOf(fault: ReturnType<typeof faultsNow>[number]): Html {
  const { target } = fault;
  return html`<form method="post" action="/faults" class="switches">
    <input type="hidden" name="target" value="${target}" />
    <h3>${TARGET_NAMES[target]}</h3>
    <div id="switch-${target}" data-live>
      <p class="state ${fault.mode === "ok" ? "good" : "bad"}">${stateText(fault)}</p>
      <div class="buttons" role="group" aria-label="Mode of the ${TARGET_NAMES[target]}">
        ${FAULT_MODES.map(
          (mode) =>
            html`<button
              type="submit"
              name="mode"
              value="${mode}"
              id="switch-${target}-${mode}"
              aria-pressed="${mode === fault.mode ? "true" : "false"}"
            >
              ${mode}
            </button>`,
        )}
      </div>
    </div>
    <details id="options-${target}">
      <summary>Options</summary>
      <div class="grid">
        ${numberInput(`rate-${target}`, "rate", "Share of requests, 0 to 1", "1", "0.05", "1")}
        ${numberInput(`seconds-${target}`, "seconds", "Ends after seconds (0: never)", "0", "1", "604800")}
        ${numberInput(`delay-${target}`, "delaySeconds", "Delay in seconds", "3", "0.5", "3600")}
        <div>
          <label for="effect-${target}">The request was</label>
          <select id="effect-${target}" name="effect">
            <option value="">as usual for the mode</option>
            <option value="kept">done all the same</option>
            <option value="lost">not done</option>
          </select>
        </div>
      </div>
    </details>
  </form>`;
}

function numberInput(
  id: string,
  name: string,
  label: string,
  value: string,
  step: string,
  most: string,
): Html {
  return html`<div>
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${name}"
      type="number"
      min="0"
      max="${most}"
      step="${step}"
      value="${value}"
    />
  </div>`;
}

function stateText({
  mode,
  rate,
  seconds,
  delaySeconds,
}: ReturnType<typeof faultsNow>[number]): string {
  if (mode === "ok") return "Works as it should";
  const share = rate === 1 ? "every request" : `${Math.round(rate * 100)} % of requests`;
  const delay = ["slow", "late", "out-of-order"].includes(mode) ? `, by ${delaySeconds} s` : "";
  const end = seconds === null ? "until switched back" : `for ${seconds} s more`;
  return `${mode}${delay}: ${share}, ${end}`;
}
