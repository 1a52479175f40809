import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Fetched } from "./measure.ts";

type Weight = { html: number; css: number; js: number; font: number };

/** What a page weighed; what its program asked for counts as program. */
function weightOf(fetched: readonly Fetched[]): Weight {
  const sum = (...types: string[]) =>
    fetched
      .filter(({ type }) => types.includes(type))
      .reduce((together, { bytes }) => together + bytes, 0);
  const [html, css, font] = [sum("Document"), sum("Stylesheet"), sum("Font")];
  return {
    html,
    css,
    font,
    js: sum(...new Set(fetched.map(({ type }) => type))) - html - css - font,
  };
}

const WORDS = `<h1>Still</h1><p>${"Words and nothing else. ".repeat(20)}</p>`;

/**
 * A page of the same weight in the same parts, which has its words in its document and draws nothing with its
 * program: what cannot be drawn sooner. What fills it cannot be compressed, so it weighs the same on the wire.
 */
export async function serveStill(
  fetched: readonly Fetched[],
): Promise<{ url: string; close: () => void }> {
  const weight = weightOf(fetched);
  const filler = (bytes: number) =>
    randomBytes(Math.ceil((Math.max(bytes, 0) * 3) / 4)).toString("base64url");
  const files: Record<string, { type: string; text: string }> = {
    "/still": {
      type: "text/html; charset=utf-8",
      text: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Still</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/still.css"><script defer src="/still.js"></script><!--${filler(weight.html)}-->${WORDS}</html>`,
    },
    "/still.css": {
      type: "text/css",
      text: `@font-face{font-family:still;font-display:swap;src:url(/still.woff2)}h1{font-family:still}/*${filler(weight.css)}*/`,
    },
    "/still.js": { type: "text/javascript", text: `/*${filler(weight.js)}*/` },
    "/still.woff2": { type: "font/woff2", text: filler(weight.font) },
  };
  const server = createServer((request, response) => {
    const file = files[request.url ?? ""];
    response.writeHead(file ? 200 : 404, { "content-type": file?.type ?? "text/plain" });
    response.end(file?.text);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/still`, close: () => server.close() };
}
