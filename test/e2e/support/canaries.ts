import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { brand } from "#brand";
import { sandboxClient } from "#test/client/sandboxClient.ts";
import { dumpDatabase } from "#test/support/dumpDatabase.ts";
import { findSecrets, type Place, type Secrets } from "#test/support/findSecrets.ts";
import type { Bank } from "./addresses.ts";

/** What the tests of one bank typed, were sent and were given, and what their browsers kept. */
export type Canaries = {
  /** Listens to a test's pages from their beginning. */
  watch: (context: BrowserContext) => Promise<void>;
  /** Writes down what the pages keep, at the end of a test. */
  look: (context: BrowserContext) => Promise<void>;
  /** Searches the bank's logs and database and the browsers' storage; throws with what was found. */
  scan: (bank: Bank) => Promise<void>;
};

/** Shorter texts are no passwords of ours, and parts of ordinary words. */
const SHORTEST_PASSWORD = 8;

/** Starts with nothing seen but the password of all demo members. */
export function makeCanaries(): Canaries {
  const typed = new Set<string>([brand.demoPassword]);
  const tokens = new Set<string>();
  const kept: Place[] = [];

  return {
    watch: async (context) => {
      context.on("request", (request) => {
        const token = /^Bearer (.{20,})$/.exec(request.headers()["authorization"] ?? "")?.[1];
        if (token !== undefined) tokens.add(token);
      });
      await context.exposeBinding("noteSecret", (_source, value: string) => {
        if (value.length >= SHORTEST_PASSWORD) typed.add(value);
      });
      await context.addInitScript(noteTypedSecrets);
    },
    look: async (context) => {
      for (const { name, value, httpOnly } of await context.cookies()) {
        if (httpOnly) tokens.add(value);
        else kept.push({ name: `the cookie ${name}`, text: decodeURIComponent(value) });
      }
      for (const page of context.pages()) {
        const text = await storageOf(page);
        if (text !== undefined) kept.push({ name: `the storage of ${page.url()}`, text });
      }
    },
    scan: async (bank) => {
      const texts = await sandboxClient(bank.sandboxUrl).allTexts();
      const codes = new Set(texts.flatMap(({ text }) => /^\d{6}(?= )/.exec(text)?.[0] ?? []));
      const found = new Set([
        ...findSecrets([...logsOf(bank), ...(await tablesOf(bank))], { typed, tokens, codes }),
        ...findSecrets(kept, { typed, tokens, codes } satisfies Secrets),
      ]);
      if (found.size > 0) throw new Error(`Secrets were kept: ${[...found].join("; ")}`);
      process.stdout.write(
        `Canaries of a bank: ${typed.size} passwords, ${tokens.size} tokens and cookies, ${codes.size} codes in 0 places\n`,
      );
    },
  };
}

/** API, worker and supervisor. The sandbox is the world outside: phones show codes. */
function logsOf({ dataDir }: Bank): Place[] {
  const folder = path.join(dataDir, "logs");
  const names = readdirSync(folder).filter((name) => !name.startsWith("sandbox"));
  if (!names.includes("api.log") || !names.includes("worker.log")) {
    throw new Error(`There are no logs of API and worker in ${folder}`);
  }
  return names.map((name) => ({ name, text: readFileSync(path.join(folder, name), "utf8") }));
}

async function tablesOf({ databaseUrls: { ownerUrl } }: Bank): Promise<Place[]> {
  const [everything, words] = [await dumpDatabase(ownerUrl), await dumpDatabase(ownerUrl, "words")];
  if (!everything.get("member")?.includes("yambao")) throw new Error("The dump holds no members.");
  return [...everything].map(([name, text]) => ({
    name: `the table ${name}`,
    text,
    words: words.get(name) ?? "",
  }));
}

/** Runs in the page: what is typed where dots are shown is told when the field is left or sent. */
function noteTypedSecrets(): void {
  // Put there by exposeBinding.
  const { noteSecret } = window as unknown as { noteSecret: (value: string) => void };
  const note = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.type === "password") noteSecret(target.value);
  };
  document.addEventListener("change", note, true);
  document.addEventListener("focusout", note, true);
}

/** Everything a page's origin keeps, but for the one token of each program in its session storage. */
async function storageOf(page: Page): Promise<string | undefined> {
  if (!page.url().startsWith("http")) return undefined;
  try {
    return await page.evaluate(async () => {
      const session = Object.entries(sessionStorage).filter(
        ([name]) => name !== "token" && name !== "staff-token",
      );
      const local = Object.entries(localStorage);
      const parts: unknown[] = [session, local, document.title, location.href];
      for (const { name = "" } of await indexedDB.databases()) {
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        for (const store of db.objectStoreNames) {
          parts.push(
            await new Promise((resolve, reject) => {
              const request = db.transaction(store).objectStore(store).getAll();
              request.onsuccess = () => resolve(request.result);
              request.onerror = () => reject(request.error);
            }),
          );
        }
        db.close();
      }
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        parts.push(name, ...(await cache.keys()).map(({ url }) => url));
      }
      return JSON.stringify(parts, (_key, value: unknown) => {
        if (value instanceof ArrayBuffer) return [...new Uint8Array(value)];
        return ArrayBuffer.isView(value) ? [...new Uint8Array(value.buffer)] : value;
      });
    });
  } catch (error) {
    // A page on its way elsewhere, or one whose storage the test took away, keeps nothing to look at.
    if (/navigation|closed|Access is denied|crashed/i.test(String(error))) return undefined;
    throw error;
  }
}
