import { mailOf } from "#sandbox/mail/mailRoutes.ts";
import type { MailRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { html, type Html } from "./html.ts";
import { manilaTime } from "./times.ts";

const SHOWN = 20;

/** The mailboxes of all members: what came, newest first. */
export function mailSection(world: World): Html {
  const mails = mailOf(world, undefined).slice(0, SHOWN);
  return html`<section class="phone" aria-labelledby="mail-title">
    <h2 id="mail-title">E-mail</h2>
    <div class="screen" id="mails" data-live>
      ${
        mails.length === 0
          ? html`<p class="empty">
              No e-mail yet. A notice that a member wants by e-mail arrives here.
            </p>`
          : html`<ol class="messages">
              ${mails.map(mailItem)}
            </ol>`
      }
    </div>
  </section>`;
}

function mailItem({ to, subject, text, at }: MailRecord): Html {
  return html`<li>
    <p class="caption">
      <span>${to}</span>
      <time datetime="${new Date(at).toISOString()}">${manilaTime(at)}</time>
    </p>
    <p class="bubble"><b>${subject}</b><br />${text}</p>
  </li>`;
}
