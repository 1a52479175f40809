import { pushesTo } from "#sandbox/push/subscribers.ts";
import type { PushRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { html, type Html } from "./html.ts";
import { manilaTime } from "./times.ts";

const SHOWN = 20;

/** What browsers were pushed: as the sandbox's own read it, which alone have their keys here. */
export function pushSection(world: World): Html {
  const pushes = pushesTo(world, undefined).slice(0, SHOWN);
  return html`<section aria-labelledby="push-title">
    <h2 id="push-title">Pushed notices</h2>
    <div id="pushes" data-live>
      ${
        pushes.length === 0
          ? html`<p class="empty">
              None yet. A browser of the sandbox's push service gets what is pushed here.
            </p>`
          : html`<ol class="messages">
              ${pushes.map(message)}
            </ol>`
      }
    </div>
  </section>`;
}

function message({ subscriber, words, at, ttl, urgency }: PushRecord): Html {
  return html`<li>
    <p class="caption">
      <span>${subscriber}, ${urgency}, kept ${ttl} s</span>
      <time datetime="${new Date(at).toISOString()}">${manilaTime(at)}</time>
    </p>
    <p class="bubble">${words ?? "(encrypted for another browser)"}</p>
  </li>`;
}
