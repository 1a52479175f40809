import { crc32, deflateSync, inflateSync } from "node:zlib";

type Chunk = { type: string; data: Buffer };

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST_COLOURS = 256;
/** The most frequent colours stay as they are: large surfaces differ by little. */
const EXACT_COLOURS = 120;
/** Colours that differ by less than this many bits of each channel become one, when there are too many. */
const COARSENESS = [0, 1, 2, 3, 4, 5];

/**
 * The same picture with at most 256 colours, a third of the size. Takes what Chromium writes: eight
 * bits a channel, RGB or RGBA without transparency, not interlaced. Throws an Error for any other.
 */
export function smallPng(png: Buffer): Buffer {
  const chunks = readChunks(png);
  const header = chunks.find(({ type }) => type === "IHDR")?.data;
  if (header === undefined) throw new Error("not a PNG");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colourType, interlaced] = [header[8], header[9], header[12]];
  const channels = colourType === 2 ? 3 : 4;
  if (depth !== 8 || (colourType !== 2 && colourType !== 6) || interlaced !== 0) {
    throw new Error(`a PNG of depth ${depth}, colour type ${colourType}`);
  }
  const packed = Buffer.concat(
    chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data),
  );
  const pixels = unfilter(inflateSync(packed), width, height, channels);
  const { palette, indexes } = reduce(pixels, channels);

  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  const newHeader = Buffer.from(header);
  newHeader[9] = 3;
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", newHeader),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function readChunks(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

/** Undoes the prediction of each row (section 9 of the PNG standard). */
function unfilter(rows: Buffer, width: number, height: number, channels: number): Buffer {
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= channels ? (pixels[at - channels] ?? 0) : 0;
      const above = y > 0 ? (pixels[at - stride] ?? 0) : 0;
      const corner = x >= channels && y > 0 ? (pixels[at - stride - channels] ?? 0) : 0;
      pixels[at] = (rows[y * (stride + 1) + 1 + x] ?? 0) + predict(filter, left, above, corner);
    }
  }
  return pixels;
}

function predict(filter: number | undefined, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  return filter === 4 ? paeth(left, above, corner) : 0;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

/** The finest palette that is small enough: of the colours that fall together, the most frequent. */
function reduce(pixels: Buffer, channels: number): { palette: Buffer; indexes: Uint8Array } {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += channels) {
    const colour = pixels.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const byCount = [...counts].toSorted(([, a], [, b]) => b - a).map(([colour]) => colour);
  for (const bits of COARSENESS) {
    const slots = slotsOf(byCount, bits);
    if (slots.chosen.length > MOST_COLOURS) continue;
    const indexes = new Uint8Array(pixels.length / channels);
    for (let at = 0, pixel = 0; at < pixels.length; at += channels, pixel += 1) {
      indexes[pixel] = slots.index.get(pixels.readUIntBE(at, 3)) ?? 0;
    }
    const palette = Buffer.alloc(slots.chosen.length * 3);
    slots.chosen.forEach((colour, index) => palette.writeUIntBE(colour, index * 3, 3));
    return { palette, indexes };
  }
  throw new Error("too many colours");
}

/** Which colours stand for which when the last `bits` of each channel do not count. */
function slotsOf(colours: readonly number[], bits: number) {
  const mask = ((0xff >> bits) << bits) * 0x01_01_01;
  const chosen: number[] = [];
  const slots = new Map<number, number>();
  const index = new Map<number, number>();
  for (const [rank, colour] of colours.entries()) {
    const known = rank < EXACT_COLOURS ? undefined : slots.get(colour & mask);
    const slot = known ?? chosen.push(colour) - 1;
    if (!slots.has(colour & mask)) slots.set(colour & mask, slot);
    index.set(colour, slot);
  }
  return { chosen, index };
}

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length, 0);
  whole.write(type, 4, "latin1");
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8);
  return whole;
}
