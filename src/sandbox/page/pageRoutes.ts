import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { WORDS } from "#sandbox/cardIssuer/forms.ts";
import { fieldsOf, optionalText } from "#sandbox/input.ts";
import type { World } from "#sandbox/world.ts";
import { deskSection } from "./deskSection.ts";
import { html } from "./html.ts";
import { cardsSection, trafficSections } from "./issuerSection.ts";
import { mailSection } from "./mailSection.ts";
import { phoneSection } from "./phoneSection.ts";
import { pushSection } from "./pushSection.ts";
import { instapaySection, pesonetSection } from "./railSections.ts";
import { staffSection, switchesSection } from "./switchesSection.ts";

const HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  // A form sent under no-referrer would say that it comes from nowhere (controlRoutes.ts).
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
};

const style = readFileSync(new URL("./page.css", import.meta.url), "utf8");
const script = readFileSync(new URL("./page.js", import.meta.url), "utf8");
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#025963"/><path d="M4 11h8M5 8h6M6 5h4" stroke="#fff" stroke-width="1.5"/></svg>';

/** The page for a person: rendered here, kept fresh by a small script, whole without it. */
export function registerPage(server: FastifyInstance, world: World): void {
  server.get("/", (request, reply) => {
    const query = fieldsOf(request.query);
    const to = optionalText(query, "to", /^\+\d{8,15}$/);
    const serial = optionalText(query, "serial", WORDS);
    return send(reply, "text/html; charset=utf-8", page(world, { to, serial }));
  });
  server.get("/page.css", (_request, reply) => send(reply, "text/css; charset=utf-8", style));
  server.get("/page.js", (_request, reply) =>
    send(reply, "text/javascript; charset=utf-8", script),
  );
  server.get("/favicon.svg", (_request, reply) => send(reply, "image/svg+xml", ICON));
}

function send(reply: FastifyReply, type: string, body: string): FastifyReply {
  return reply.headers(HEADERS).type(type).send(body);
}

/** What a person looks for: a phone number, the serial of a card. */
type Sought = { to: string | undefined; serial: string | undefined };

function page(world: World, { to, serial }: Sought): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Sandbox: the outside world</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/page.css" />
        <script src="/page.js" type="module"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header>
          <h1>Sandbox</h1>
          <p>
            The outside world of the demo: a phone, a card issuer, the rails to other banks, and
            what can go wrong.
          </p>
        </header>
        <p class="notice" id="notice" data-live role="status">${world.notice}</p>
        <main id="main">
          <div class="column">
            ${phoneSection(world, to)} ${mailSection(world)} ${pushSection(world)}
            ${staffSection(world)}
          </div>
          <div class="column wide">
            ${switchesSection(world)} ${instapaySection(world)} ${pesonetSection(world)}
            ${cardsSection(world)} ${deskSection(world, serial)} ${trafficSections(world)}
          </div>
        </main>
        <footer>
          <p>
            Nothing here is real. The interface is described in
            <a href="/openapi.json">openapi.json</a>.
          </p>
        </footer>
      </body>
    </html>`.markup;
}
