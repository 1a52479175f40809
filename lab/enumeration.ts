import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { getConfig } from "#contract/config.ts";
import { sealCall } from "#contract/fieldCipher.ts";
import { callBank, newClient } from "#test/client/bankClient.ts";
import { type Group, nobody, type Person, type Question, QUESTIONS } from "./enumeration/askers.ts";
import { mannWhitneyP, median } from "./enumeration/statistics.ts";
import { asOwner } from "./killLoop/prepare.ts";
import { endOnSignals } from "#scripts/start/endOnSignals.ts";
import { readArguments } from "#scripts/start/readArguments.ts";
import { startOwnBank } from "#test/support/ownBank.ts";
import type { Stack } from "#scripts/start/startStack.ts";

/*
 * npm run enumeration [-- login signUp]: asks a bank of its own, over HTTP, about members and about nobody, and compares the
 * answers: status, keys, length, and the time they take (docs/security.md S021, S033). Exits 1 when a stranger
 * could tell them apart.
 */

const ROUNDS = 60;
const OF_A_GROUP_A_ROUND = 5;
const WARM_UP_ROUNDS = 4;
/** A day a round, so that nobody is asked about more often than the limits allow. */
const SECONDS_A_ROUND = 86_400;
const MOST_MILLISECONDS_APART = 5;

type Sample = { milliseconds: number; shape: string };

async function main(chosen: readonly Question[]): Promise<void> {
  const starting = startOwnBank(
    "enumeration",
    // Each call comes from an address of its own, as the proxy in front would say it.
    { NODE_ENV: "test", TRUSTED_PROXIES: "127.0.0.1" },
    (text) => console.error(text),
  );
  endOnSignals(async () => (await starting).end());
  const { stack, setAhead, end } = await starting;
  try {
    const people = await choosePeople(stack);
    let isTold = false;
    let day = 0;
    for (const question of chosen) {
      const passDay = () => setAhead((day += 1) * SECONDS_A_ROUND);
      const samples = await askAll(stack, question, people, passDay);
      isTold = report(question, samples) || isTold;
    }
    process.exitCode = isTold ? 1 : 0;
  } finally {
    await end();
  }
}

type People = Record<Exclude<Group, "unknown">, Person[]>;

/** Of the demo's members some are made to have no number, and some to be suspended for inactivity. */
async function choosePeople(stack: Stack): Promise<People> {
  return asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ id: string; username: string; membership_no: string }>(
      "select id, username, membership_no from member where status = 'active' and username is not null and mobile_number is not null order by id",
    );
    const people = rows.map(({ username, membership_no: membershipNo }) => ({
      username,
      membershipNo,
    }));
    const ids = rows.map(({ id }) => id);
    await owner.query("update member set mobile_number = null where id = any($1)", [
      ids.slice(0, 5),
    ]);
    await owner.query(
      "update member set status = 'suspended', access_closed_for = 'inactivity' where id = any($1)",
      [ids.slice(5, 10)],
    );
    return {
      "without a number": people.slice(0, 5),
      suspended: people.slice(5, 10),
      known: people.slice(10),
    };
  });
}

let asked = 0;

async function askAll(
  stack: Stack,
  question: Question,
  people: People,
  passDay: () => void,
): Promise<Map<Group, Sample[]>> {
  const samples = new Map<Group, Sample[]>(question.groups.map((group) => [group, []]));
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    passDay();
    const turns = question.groups.flatMap((group) =>
      Array.from({ length: OF_A_GROUP_A_ROUND }, (_, i) => ({ group, i })),
    );
    for (const { group, i } of shuffled(turns)) {
      asked += 1;
      const turn = (round + WARM_UP_ROUNDS) * OF_A_GROUP_A_ROUND + i;
      const person = group === "unknown" ? nobody(asked) : at(people[group], turn);
      const sample = await ask(stack, question, question.fields(person, asked));
      if (round >= 0) samples.get(group)?.push(sample);
    }
  }
  return samples;
}

/** One call; what is measured begins when it is sent and ends when the answer has been read. */
async function ask(
  stack: Stack,
  { endpoint: { method, path: target } }: Question,
  fields: Record<string, string>,
): Promise<Sample> {
  const { body: config } = await callBank(newClient(stack.portalUrl), getConfig);
  // The shape of the contract's own answer.
  const { enc, serverTime } = config.result as {
    enc: { kid: string; pub: string };
    serverTime: number;
  };
  const key = { kid: enc.kid, pub: enc.pub };
  const sealed = await sealCall({ method, path: target, key, fields, timestamp: serverTime });
  const source = [10, asked >> 16, (asked >> 8) & 255, asked & 255].join(".");
  const begun = performance.now();
  const response = await fetch(`${stack.portalUrl}/api${target}`, {
    method,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-mfe": sealed.header,
      "x-forwarded-for": source,
      origin: stack.portalUrl,
    },
    body: sealed.body,
  });
  const text = await response.text();
  const milliseconds = performance.now() - begun;
  return { milliseconds, shape: shapeOf(response, text) };
}

/** All that can be seen of an answer without reading what is random in it. */
function shapeOf(response: Response, text: string): string {
  const body: unknown = JSON.parse(text);
  const keys = (value: unknown): string =>
    typeof value === "object" && value !== null
      ? `{${Object.entries(value)
          .map(([name, inner]) => name + keys(inner))
          .join(",")}}`
      : "";
  const message = Reflect.get(Object(body), "message");
  const cookies = response.headers.getSetCookie().map((line) => line.replace(/=[^;]+/, "=…"));
  const names = [...response.headers.keys()].toSorted().join(",");
  return [response.status, keys(body), `${text.length} bytes`, message, cookies, names].join(" | ");
}

/** Prints one question's figures. True when somebody could be told from nobody. */
function report({ endpoint }: Question, samples: ReadonlyMap<Group, Sample[]>): boolean {
  const unknown = samples.get("unknown") ?? [];
  const times = (of: readonly Sample[]) => of.map(({ milliseconds }) => milliseconds);
  const shapes = new Set([...samples.values()].flat().map(({ shape }) => shape));
  console.log(`\nPOST ${endpoint.path}`);
  console.log(`  answers: ${shapes.size === 1 ? "all alike" : "DIFFERENT"}`);
  for (const shape of shapes) {
    const givenTo = [...samples]
      .map(([group, of]) => `${of.filter((sample) => sample.shape === shape).length} ${group}`)
      .join(", ");
    console.log(`    ${shape.slice(0, 200)}\n      given to ${givenTo}`);
  }
  let isTold = shapes.size !== 1;
  for (const [group, of] of samples) {
    const middle = median(times(of));
    const apart = Math.abs(middle - median(times(unknown)));
    const p = mannWhitneyP(times(of), times(unknown));
    const isFar = apart >= MOST_MILLISECONDS_APART;
    isTold ||= isFar;
    console.log(
      `  ${group.padEnd(16)} ${of.length} samples, median ${ms(middle)}` +
        (group === "unknown" ? "" : `, ${ms(apart)} from unknown, p = ${round(p, 4)}`) +
        (isFar ? "  TOO FAR" : ""),
    );
  }
  return isTold;
}

const round = (value: number, digits: number) =>
  value.toLocaleString("en", { maximumFractionDigits: digits });
const ms = (value: number) => `${round(value, 2)} ms`;

function at<T>(list: readonly T[], turn: number): T {
  const found = list[turn % list.length];
  if (found === undefined) throw new Error("The demo has too few members.");
  return found;
}

function shuffled<T>(list: readonly T[]): T[] {
  const left = [...list];
  return list.flatMap(() => left.splice(randomInt(left.length), 1));
}

/** The questions that the command names; all when it names none. */
function readQuestions(): readonly Question[] {
  const { positionals } = parseArgs({ allowPositionals: true });
  const names = QUESTIONS.map(({ endpoint }) => endpoint.name);
  const unknown = positionals.filter((word) => !names.includes(word));
  if (unknown.length > 0) throw new Error(`There is no question ${unknown.join(", ")}.`);
  return QUESTIONS.filter(
    ({ endpoint }) => positionals.length === 0 || positionals.includes(endpoint.name),
  );
}

await main(readArguments("npm run enumeration [-- login signUp …]", readQuestions));
