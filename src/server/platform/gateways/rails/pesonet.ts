import * as z from "zod/mini";
import { makeCallRail, type RailConfig, type RailTools, silence } from "./callRail.ts";
import { STATEMENT_BYTES } from "./instapay.ts";

const FILES = "/pesonet/v1/files";
const XML = "application/xml";

/** The longest file of PESONet. */
export const PESONET_BYTES = 8 * 1024 * 1024;
const LIST_BYTES = 256 * 1024;

type Silence = { kind: "unknown"; reason: string };

const placed = z.object({ cursor: z.int().check(z.gte(1)) });
const ofKnownKind = z.object({
  kind: z.enum(["acknowledgement", "advice", "status", "return", "settlement", "inward"]),
});
const listedFile = z.object({
  ...placed.shape,
  ...ofKnownKind.shape,
  name: z.string(),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
/**
 * The name of a file and of nothing else in an address: it does not begin with a dot, so that '..' leads
 * nowhere.
 */
const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}$/;

const standing = z.object({
  sha256: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  held: z.array(z.string().check(z.regex(/^[A-Za-z0-9-]{1,35}$/))),
});
type Standing = z.output<typeof standing>;

/** A file that the clearing house has for us. */
export type PesonetFile = z.output<typeof listedFile>;
/** An entry of the list that is no file we can read, and why; without a position it has no cursor. */
export type OddFile = { kind: "odd"; cursor: number | undefined; reason: OddReason };
type OddReason =
  /** The name is not kept: it can never be fetched. */
  | "its name is not the name of a file"
  | "its kind is not known"
  | "its entry cannot be read"
  | "an entry of the list has no place";

export type PesonetRail = {
  /** Hands in a file, the same bytes however often. 'reused': the name, or an id in it, is another file's. */
  handIn: (name: string, body: string) => Promise<{ kind: "taken" } | { kind: "reused" } | Silence>;
  /**
   * What the clearing house has of a file: the hash of the file under its name, null for none, and those of
   * its transfers that it holds in any file. The inquiry changes nothing.
   */
  standing: (name: string, body: string) => Promise<({ kind: "standing" } & Standing) | Silence>;
  /** The files after this position of the list, oldest first. */
  list: (after: number) => Promise<{ kind: "list"; files: (PesonetFile | OddFile)[] } | Silence>;
  /** A file of the list. */
  fetch: (name: string) => Promise<{ kind: "file"; bytes: Buffer } | Silence>;
  /** The camt.053 of a day of Manila. */
  statement: (day: string) => Promise<{ kind: "file"; bytes: Buffer } | Silence>;
};

/**
 * The clearing house's list, each entry by itself: an unreadable one hides no other. Undefined for what is no
 * list.
 */
export function readFileList(text: string): (PesonetFile | OddFile)[] | undefined {
  return readAs(z.array(z.unknown()), text)?.map(readEntry);
}

function readEntry(entry: unknown): PesonetFile | OddFile {
  const place = placed.safeParse(entry);
  if (!place.success) return odd("an entry of the list has no place");
  const { cursor } = place.data;
  if (!ofKnownKind.safeParse(entry).success) return odd("its kind is not known", cursor);
  const file = listedFile.safeParse(entry);
  if (!file.success) return odd("its entry cannot be read", cursor);
  return FILE_NAME.test(file.data.name)
    ? file.data
    : odd("its name is not the name of a file", cursor);
}

const odd = (reason: OddReason, cursor?: number): OddFile => ({ kind: "odd", cursor, reason });

function readAs<T extends z.ZodMiniType>(schema: T, text: string): z.output<T> | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // Signed, and still no JSON.
    return undefined;
  }
}

/** The PESONet clearing house over HTTPS (docs/rails.md). */
export function makePesonet(config: RailConfig, tools: RailTools): PesonetRail {
  const peer = { partner: "pesonet", url: config.PESONET_URL, key: config.PESONET_KEY } as const;
  const ask = makeCallRail(peer, config, tools);
  const fetchFile = async (path: string, mostBytes: number) => {
    const answer = await ask({ method: "GET", path, mediaType: XML, mostBytes });
    return answer.kind === "signed"
      ? ({ kind: "file", bytes: answer.bytes } as const)
      : silence(answer);
  };
  return {
    async handIn(name, body) {
      const answer = await ask({
        method: "PUT",
        path: `${FILES}/${encodeURIComponent(name)}`,
        body,
        mediaType: XML,
        mostBytes: LIST_BYTES,
      });
      if (answer.kind === "signed") return { kind: "taken" };
      if (answer.kind === "status" && answer.status === 409) return { kind: "reused" };
      return silence(answer);
    },

    async standing(name, body) {
      const answer = await ask({
        method: "POST",
        path: `${FILES}/${encodeURIComponent(name)}/standing`,
        body,
        mediaType: XML,
        mostBytes: LIST_BYTES,
      });
      if (answer.kind !== "signed") return silence(answer);
      const read = readAs(standing, answer.bytes.toString("utf8"));
      return read === undefined
        ? { kind: "unknown", reason: "the standing of a file cannot be read" }
        : { kind: "standing", ...read };
    },

    async list(after) {
      const answer = await ask({
        method: "GET",
        path: `${FILES}?after=${after}`,
        mediaType: "application/json",
        mostBytes: LIST_BYTES,
      });
      if (answer.kind !== "signed") return silence(answer);
      const files = readFileList(answer.bytes.toString("utf8"));
      return files === undefined
        ? { kind: "unknown", reason: "the list cannot be read" }
        : { kind: "list", files };
    },

    fetch: (name) => fetchFile(`${FILES}/${encodeURIComponent(name)}`, PESONET_BYTES),
    statement: (day) =>
      fetchFile(`/pesonet/v1/settlements?day=${encodeURIComponent(day)}`, STATEMENT_BYTES),
  };
}
