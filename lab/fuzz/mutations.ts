import { type Chance, chanceOf } from "#test/support/chance.ts";

type Part = { bytes: string; afterMs: number };

/** Bytes for a socket: each part is written after a rest of so many milliseconds. */
export type RawCall = { name: string; parts: Part[] };

const LONGEST_REST_MS = 40;
const METHODS = "TRACE CONNECT PRI BREW get DELETE PATCH HEAD OPTIONS".split(" ");
const VERSIONS = ["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/9", ""];
const LENGTHS = ["-1", "1e3", "99999999999999999999", "0x10", " "];
const TARGETS = [
  "*",
  "//",
  "http://other.example/",
  "/%00",
  "/%ff",
  "/api/%2e%2e/x",
  `/${"a".repeat(20_000)}`,
  "/api/members/%zz",
  "/?a=b&a=c#d",
];
const CHUNKS = [
  "5\r\nhello\r\n0\r\n\r\n",
  "zz\r\n",
  "ffffffffffffffff\r\na",
  "-1\r\n\r\n",
  "1;a=b\r\nx\r\n0\r\nT: v\r\n\r\n",
];
const END_OF_HEAD = "\r\n\r\n";

type Mutation = (base: string, chance: Chance) => Part[];

const once = (bytes: string): Part[] => [{ bytes, afterMs: 0 }];
const place = (text: string, chance: Chance) => chance.below(Math.max(1, text.length));
/** From `least` to `most`. */
const between = (chance: Chance, least: number, most: number) =>
  least + chance.below(most - least + 1);
const withHeaders = (base: string, headers: string) =>
  once(base.replace(END_OF_HEAD, `\r\n${headers}${END_OF_HEAD}`));
const anyByte = (chance: Chance) => String.fromCharCode(chance.below(256));

/** What can become of the bytes of a right request. */
const mutations: Record<string, Mutation> = {
  cut: (base, chance) => once(base.slice(0, place(base, chance))),
  doubled: (base, chance) => {
    const [from = 0, to = 0] = [place(base, chance), place(base, chance)].toSorted((a, b) => a - b);
    return once(base.slice(0, to) + base.slice(from));
  },
  swapped: (base, chance) => {
    const bytes = base.split("");
    for (let swap = 0; swap < 3; swap += 1) {
      const [a, b] = [place(base, chance), place(base, chance)];
      [bytes[a], bytes[b]] = [bytes[b] ?? "", bytes[a] ?? ""];
    }
    return once(bytes.join(""));
  },
  replaced: (base, chance) => {
    const at = place(base, chance);
    return once(base.slice(0, at) + anyByte(chance) + base.slice(at + 1));
  },
  "a great header": (base, chance) =>
    withHeaders(base, `X-Long: ${"a".repeat(between(chance, 8_000, 40_000))}`),
  "many headers": (base, chance) => {
    const count = between(chance, 100, 3_000);
    return withHeaders(base, Array.from({ length: count }, (_, n) => `X-${n}: ${n}`).join("\r\n"));
  },
  "two lengths": (base, chance) => withHeaders(base, `Content-Length: ${chance.below(100)}`),
  "a length that is none": (base, chance) =>
    once(base.replace(/\r\nContent-Length: \d+/i, `\r\nContent-Length: ${chance.pick(LENGTHS)}`)),
  "chunks of nonsense": (base, chance) => {
    const [head = ""] = base.split(END_OF_HEAD);
    const lines = head.split("\r\n").filter((line) => !/^content-length/i.test(line));
    const chunked = [...lines, "Transfer-Encoding: chunked"].join("\r\n");
    return once(chunked + END_OF_HEAD + chance.pick(CHUNKS));
  },
  "both framings": (base) => withHeaders(base, "Transfer-Encoding: chunked"),
  pipelined: (base, chance) => once(base.repeat(between(chance, 2, 12))),
  "another line end": (base) => once(base.replaceAll("\r\n", "\n")),
  "a line that goes on": (base) => once(base.replace("\r\nHost", "\r\n Host")),
  "another method": (base, chance) => once(base.replace(/^\w+/, chance.pick(METHODS))),
  "another target": (base, chance) => once(base.replace(/ \S+ /, ` ${chance.pick(TARGETS)} `)),
  "another version": (base, chance) => once(base.replace("HTTP/1.1", chance.pick(VERSIONS))),
  "no host": (base) => once(base.replace(/\r\nHost: [^\r]*/, "")),
  "a change of protocol": (base) => withHeaders(base, "Upgrade: websocket\r\nConnection: Upgrade"),
  slow: (base, chance) => {
    const at = place(base, chance);
    const afterMs = between(chance, 1, LONGEST_REST_MS);
    return [...once(base.slice(0, at)), { bytes: base.slice(at), afterMs }];
  },
  noise: (_base, chance) =>
    once(Array.from({ length: between(chance, 1, 400) }, () => anyByte(chance)).join("")),
};

export const mutationNames = Object.keys(mutations);

/** The mutation of this place in a seed's sequence: each kind in its turn. */
export function mutate(bases: readonly string[], seed: number, index: number): RawCall {
  const chance = chanceOf((seed + index * 7_919) | 0);
  const name = mutationNames[index % mutationNames.length] ?? "cut";
  const parts = mutations[name]?.(chance.pick(bases), chance) ?? [];
  return { name, parts };
}
