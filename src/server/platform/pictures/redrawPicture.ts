import type { Sharp } from "sharp";
import type { App } from "#server/platform/app.ts";
import { makeWorkQueue, type WorkQueue } from "#server/platform/base/workQueue.ts";
import { Refusal } from "#server/refusal.ts";

/** A picture of 25 megapixels: what a phone takes. */
const MOST_PIXELS = 25_000_000;
/** Long enough a side to read the smallest print of an identity card. */
const LONGEST_SIDE = 2000;
const PATIENCE_SECONDS = 10;

/** How a file of each kind begins, and what stands further on. */
const KINDS: readonly { at: number; bytes: Buffer }[][] = [
  [{ at: 0, bytes: Buffer.from([0xff, 0xd8, 0xff]) }],
  [{ at: 0, bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) }],
  [
    { at: 0, bytes: Buffer.from("RIFF") },
    { at: 8, bytes: Buffer.from("WEBP") },
  ],
];

/** Whether a file begins as a JPEG, PNG or WebP does. */
export function beginsAsPicture(file: Buffer): boolean {
  return KINDS.some((kind) =>
    kind.every(({ at, bytes }) => file.subarray(at, at + bytes.length).equals(bytes)),
  );
}

/** Of the places, how many one person may take. */
const PLACES_OF_ONE = 2;
/** Pictures that wait for the one being drawn: whatever is sent at once, no more are in memory. */
const WAITING = 8;

type Line = { queue: WorkQueue; places: Map<bigint, number> };

/** Of each process. */
const lines = new WeakMap<App, Line>();

/**
 * The picture in a JPEG, PNG or WebP file, drawn anew as a JPEG: the way up that it was taken, and with
 * nothing else that the file had, neither where and with what it was taken nor text that something could
 * run. Undefined for a file that is none of these by its first bytes, cannot be read to its end, or has
 * more than 25 megapixels, which its header says before anything is unpacked. One at a time; refuses with
 * busy when eight wait, or two of the one who sends it.
 */
export async function redrawPicture(
  app: App,
  staffId: bigint,
  file: Buffer,
): Promise<Buffer | undefined> {
  if (!beginsAsPicture(file)) return undefined;
  return inLine(app, staffId, async () => {
    const picture = (await openPictures())(file);
    try {
      return await picture
        .timeout({ seconds: PATIENCE_SECONDS })
        .autoOrient()
        .resize({
          width: LONGEST_SIDE,
          height: LONGEST_SIDE,
          fit: "inside",
          withoutEnlargement: true,
        })
        .flatten({ background: "#fff" })
        .jpeg({ quality: 80 })
        .toBuffer();
    } catch {
      // Whatever its decoder says of it, it is not a picture that we can keep.
      return undefined;
    }
  });
}

async function inLine<T>(app: App, staffId: bigint, work: () => Promise<T>): Promise<T> {
  const line = lines.get(app) ?? {
    queue: makeWorkQueue(1, WAITING, app.metrics.picturesWaiting),
    places: new Map(),
  };
  lines.set(app, line);
  const { queue, places } = line;
  const taken = places.get(staffId) ?? 0;
  if (taken >= PLACES_OF_ONE) throw new Refusal("busy", { retryAfterSeconds: 2 });
  places.set(staffId, taken + 1);
  try {
    return await queue.run(work);
  } finally {
    const left = (places.get(staffId) ?? 1) - 1;
    if (left === 0) places.delete(staffId);
    else places.set(staffId, left);
  }
}

let opened: ((file: Buffer) => Sharp) | undefined;

/** The decoders are loaded with the first picture, and only those of the three kinds may read. */
async function openPictures(): Promise<(file: Buffer) => Sharp> {
  if (opened !== undefined) return opened;
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: [
      "VipsForeignLoadJpegBuffer",
      "VipsForeignLoadPngBuffer",
      "VipsForeignLoadWebpBuffer",
    ],
  });
  opened = (file) => sharp(file, { limitInputPixels: MOST_PIXELS, sequentialRead: true });
  return opened;
}
