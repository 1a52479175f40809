import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { refusals } from "#contract/refusals.ts";

/** What no general linter knows: what is banned, in which files, where nevertheless allowed, and why. */
type Rule = { ban: RegExp; in: RegExp; allowed?: RegExp; why: string };

const ALL = /^/;
/** What is shipped: sources without their tests. */
const PRODUCT = /^src\/(?!.*\.test\.tsx?$)/;
const BROWSER = /^src\/(portal|console|client|ui|contract|common)\/(?!.*\.test\.tsx?$)/;

const RULES: Rule[] = [
  {
    ban: /new Date\(\)|Date\.now\(/,
    in: PRODUCT,
    allowed: /\/clock\.ts$/,
    why: "ask app.now(), so that tests can set the time",
  },
  {
    ban: /toISOString\(\)\s*\.(slice\(0, 10|substring\(|split\()/,
    in: ALL,
    // A key is named after its day in UTC, which nobody is shown.
    allowed: /^src\/server\/platform\/http\/fieldKeys\.ts$/,
    why: "that is the date in UTC; use manilaDate()",
  },
  {
    ban: /\bDeed/,
    in: PRODUCT,
    why: "say what it is: a change, an action, an order (docs/glossary.md)",
  },
  {
    ban: /process\.env/,
    in: PRODUCT,
    allowed: /^src\/(server\/platform\/config|sandbox)\/config\.ts$/,
    why: "read the configuration from app.config",
  },
  {
    ban: /parseFloat|\.toFixed\(/,
    in: ALL,
    // These print seconds and bytes.
    allowed: /^(lab\/(bench|bench\/ledger|bench\/loans|lighthouse)|scripts\/checkBundle)\.ts$/,
    why: "money is centavos; see common/money.ts",
  },
  {
    ban: /brand\.phone|\bphone\b[^}]*\} = brand/,
    in: /^src\/(portal|console|client|ui|server\/domains)\/(?!.*\.test\.tsx?$)/,
    // What was agreed to stays letter for letter (E05): it is kept whole where it is drawn.
    allowed: /^src\/portal\/texts\/(en|fil)\/(terms|privacy)\.ts$/,
    why: "no end of a line parts the number that is shown: contract/hotline.ts",
  },
  { ban: /Math\.random/, in: ALL, why: "every random value comes from app.random" },
  { ban: /hanay/i, in: ALL, why: "names live in brand.config.ts only" },
  {
    ban: /\b(TODO|FIXME|XXX|HACK)\b/,
    in: ALL,
    why: "finish it, or describe it where work is planned",
  },
  {
    ban: /\(\?<[=!]/,
    in: BROWSER,
    why: "Safari before 16.4 cannot read a pattern that looks behind, nor the file that it stands in",
  },
  {
    ban: /innerHTML|outerHTML|insertAdjacentHTML|document\.write\(|\beval\(|new Function\(/,
    in: BROWSER,
    why: "text becomes nodes, never markup",
  },
  {
    // Only the `sql` tag of the query builder binds what it is given.
    ban: /\b(query|execute)(<[^(]*>)?\(\s*(`[^`]*\$\{|["'][^"']*["']\s*\+)/,
    in: PRODUCT,
    // Roles, databases, grants and drops take no parameters; these files quote with escapeIdentifier, or drop what
    // the catalog named, quoted by it.
    allowed: /^src\/server\/db\/(prepareDatabase|grantAccess|applyFunctions|applyRows)\.ts$/,
    why: "S121 SQL is never put together from strings",
  },
  {
    // S078: nothing of ours opens a sealed PIN, or has the name of something that would.
    ban: /createRecipientContext|\bsuite\.open\(|\b(open|unseal|decrypt|read|clear)_?pin(block|field)?s?\b/i,
    in: /^src\/(server|contract|client|portal|console)\/(?!.*\.test\.tsx?$)/,
    // The fields of our own calls, and a CVV in the page that asked for it.
    allowed: /^src\/contract\/(fieldCipher|cvvReveal)\.ts$/,
    why: "only the card issuer opens a PIN",
  },
  {
    ban: /contract\/(pinBlock|cvvReveal)\.ts/,
    in: /^src\/(server|console)\/(?!.*\.test\.tsx?$)/,
    why: "PINs and CVVs pass through the server as they came",
  },
  { ban: /sql\.raw\(/, in: PRODUCT, why: "S121 SQL is never put together from strings" },
  {
    ban: /(?<![.\w])fetch\(|\bhttps?\.(request|get)\(|\b(net|tls|smpp)\.(connect|createConnection)\(|node:(dgram|http2|dns)|"undici"|new WebSocket\(/,
    in: /^src\/server\/(?!.*\.test\.ts$)/,
    // Partners; the database of this machine while it starts.
    allowed:
      /^src\/server\/(platform\/gateways\/callPartner|platform\/gateways\/sms\/smppConnection|db\/embedded)\.ts$/,
    why: "S122 only a gateway opens a connection to the outside",
  },
  {
    ban: /\b(callPartner|callPartnerForBytes)\(/,
    in: /^src\/server\/(?!platform\/gateways\/)(?!.*\.test\.ts$)/,
    why: "S122 only a gateway speaks to a partner, at an address of the configuration",
  },
  {
    ban: /rejectUnauthorized|checkServerIdentity|NODE_TLS_REJECT_UNAUTHORIZED|redirect: "follow"/,
    in: /^src\/(server|sandbox)\/(?!.*\.test\.ts$)/,
    why: "S122 certificates are verified as Node does, and redirects are not followed",
  },
  {
    ban: /target="_blank"(?!\s+rel="noopener noreferrer")/,
    in: BROWSER,
    why: "S123 what opens a page of others hands it no way back",
  },
  {
    ban: /\.redirect\(|"location"/i,
    in: /^src\/server\/(?!.*\.test\.ts$)/,
    why: "S123 no answer sends anybody elsewhere",
  },
  { ban: /oxlint-disable(?!.* -- \w)/, in: ALL, why: "say why after two dashes" },
  {
    ban: /@ts-(ignore|nocheck)/,
    in: ALL,
    // A copy of the sources, where only the planted mistakes are looked for.
    allowed: /^test\/boundaries\.test\.ts$/,
    why: "the types are right or the code is wrong",
  },
  {
    ban: /\b(test|describe|it)\.(only|skip|todo|fails|fixme)\b/,
    in: ALL,
    why: "a test runs, or it does not exist",
  },
  { ban: /waitForTimeout\(/, in: ALL, why: "wait for the thing, not for time to pass" },
  {
    ban: /^export default/m,
    in: PRODUCT,
    why: "a name is the same everywhere it is used",
  },
  {
    ban: /^\s*\.(info|warn|bad|ok|safety|offline)(?![\w-])/m,
    in: /^src\/(portal|console|client|ui)\/.*\.css$/,
    why: "a notice has its kind as a class beside its own, and would take this rule as well",
  },
];

const sources = ["src", "test", "scripts", "lab", "bin"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) =>
      path.posix.join(folder, ...file.split(path.sep)),
    ),
  )
  .filter((file) => /\.(tsx?|mjs|css)$/.test(file) && file !== "test/houseRules.test.ts");

test("there is something to check in every area", () => {
  expect(sources.length).toBeGreaterThan(100);
  for (const area of [
    "common",
    "contract",
    "ui",
    "client",
    "portal",
    "console",
    "server",
    "demo",
    "sandbox",
  ]) {
    expect(sources.filter((file) => file.startsWith(`src/${area}/`)).length).toBeGreaterThan(3);
  }
});

test.each(RULES)("$why: $ban", ({ ban, in: where, allowed }) => {
  const everywhere = new RegExp(ban, `${ban.flags}g`);
  const offences = sources
    .filter((file) => where.test(file) && !(allowed?.test(file) ?? false))
    .flatMap((file) => {
      const text = readFileSync(file, "utf8");
      return [...text.matchAll(everywhere)].map(
        ({ index }) => `${file}:${text.slice(0, index).split("\n").length}`,
      );
    });
  expect(offences).toEqual([]);
});

test("every refusal is said in Filipino, but for the texts that clients match on", () => {
  const english = Object.entries(refusals).filter(([, refusal]) => !("fil" in refusal));
  expect(english.map(([code]) => code).toSorted()).toEqual([
    "invalid_parameters",
    "invalid_token",
    "mobile_missing",
    "other_device",
    "otp_incorrect",
    "session_expired",
    "session_of_old_password",
    "token_error",
    "token_expired",
  ]);
});

test("the figures in a refusal's two texts are the same", () => {
  const figures = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted();
  for (const [code, refusal] of Object.entries(refusals)) {
    const filipino = "fil" in refusal ? refusal.fil : refusal.en;
    expect([code, figures(filipino)]).toEqual([code, figures(refusal.en)]);
  }
});

test.each(["portal", "console"])(
  "every file of English texts of the %s has a Filipino one",
  (area) => {
    const names = (language: string) => readdirSync(`src/${area}/texts/${language}`).toSorted();
    expect(names("en").length).toBeGreaterThan(5);
    expect(names("fil")).toEqual(names("en"));
  },
);

test("no file of ours is longer than 400 lines", () => {
  const long = sources
    .filter((file) => file !== "src/server/db/schema.ts")
    .filter((file) => readFileSync(file, "utf8").split("\n").length > 401);
  expect(long).toEqual([]);
});

/** Classes that files draw on their own: two files with the same word would each draw the other's part too. */
function classesOf(file: string): string[] {
  const css = readFileSync(file, "utf8")
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/@media print \{.*/gs, "");
  const selectors = [...css.matchAll(/([^{}]+)\{/g)].flatMap(([, list = ""]) => list.split(","));
  return selectors.flatMap((one) => /^\.([A-Za-z][\w-]*)$/.exec(one.trim())?.[1] ?? []);
}

test.each(["portal", "console"])("each class of the %s is drawn in one file", (area) => {
  const drawn = new Map<string, Set<string>>();
  const sheets = ["src/ui", "src/client", `src/${area}`].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".css"))
      .map((name) => `${folder}/${name}`),
  );
  expect(sheets.length).toBeGreaterThan(20);
  for (const sheet of sheets) {
    for (const name of classesOf(sheet)) drawn.set(name, (drawn.get(name) ?? new Set()).add(sheet));
  }
  const twice = [...drawn].filter(([, files]) => files.size > 1);
  expect(twice.map(([name, files]) => `${name}: ${[...files].join(", ")}`)).toEqual([]);
});
