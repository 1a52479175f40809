import type { TextRecord } from "#sandbox/records.ts";
import { textsOf } from "#sandbox/sms/phones.ts";
import type { World } from "#sandbox/world.ts";
import { html, type Html } from "./html.ts";
import { manilaTime } from "./times.ts";

const SHOWN = 30;
/** A text with a code begins with it; elsewhere six digits may be the day in a reference. */
const CODE = /^\d{6}(?= )/;

/** The phone: the newest code large, then the messages, of one number or of all. */
export function phoneSection(world: World, to: string | undefined): Html {
  const texts = textsOf(world, to).slice(0, SHOWN);
  const numbers = [...new Set(textsOf(world, undefined).map((text) => text.to))].toSorted();
  return html`<section class="phone" aria-labelledby="phone-title">
    <h2 id="phone-title">Phone</h2>
    <form method="get" action="/" class="row">
      <label for="to">Number</label>
      <select id="to" name="to" data-submit-on-change>
        <option value="">All numbers</option>
        ${numbers.map(
          (number) =>
            html`<option value="${number}" ${number === to ? html`selected` : ""}>
              ${number}
            </option>`,
        )}
      </select>
      <noscript><button type="submit">Show</button></noscript>
    </form>
    <div class="screen" id="messages" data-live>
      ${latestCode(texts)}
      ${
        texts.length === 0
          ? html`<p class="empty">No messages yet. A code that is sent arrives here.</p>`
          : html`<ol class="messages">
              ${texts.map(message)}
            </ol>`
      }
    </div>
  </section>`;
}

function latestCode(texts: TextRecord[]): Html {
  const newest = texts.find(({ text }) => CODE.test(text));
  const code = newest && CODE.exec(newest.text)?.[0];
  if (newest === undefined || code === undefined) return html``;
  return html`<div class="latest">
    <p class="caption">Latest code, for ${newest.to}</p>
    <p class="code" id="latest-code">${code}</p>
    <button type="button" data-copy="${code}" hidden>Copy code</button>
  </div>`;
}

function message({ to, text, arrivesAt }: TextRecord): Html {
  return html`<li>
    <p class="caption">
      <span>${to}</span>
      <time datetime="${new Date(arrivesAt).toISOString()}">${manilaTime(arrivesAt)}</time>
    </p>
    <p class="bubble">${text}</p>
  </li>`;
}
