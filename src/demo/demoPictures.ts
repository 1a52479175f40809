import { crc32, deflateSync } from "node:zlib";

type Colour = readonly [red: number, green: number, blue: number];

const PAPER: Colour = [234, 242, 244];
const INK: Colour = [61, 81, 89];
const PRIMARY: Colour = [2, 89, 99];
const SKIN: Colour = [196, 154, 120];
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Pictures of nobody: a face and the two sides of an identity card, as PNG of a few hundred bytes. */
export type DemoPictures = { selfie: Buffer; front: Buffer; back: Buffer };

/** `hue` 0 to 255 makes one person's pictures differ from another's. */
export function demoPictures(hue: number): DemoPictures {
  const hair: Colour = [hue % 90, (hue * 7) % 60, (hue * 13) % 50];
  return {
    selfie: png(120, 150, (x, y) => face(x, y, { left: 60, top: 62, hair })),
    front: png(200, 126, (x, y) => {
      if (y < 24) return PRIMARY;
      if (x > 12 && x < 68 && y > 34 && y < 112) {
        return face((x - 12) * 2, (y - 34) * 2, { left: 56, top: 62, hair });
      }
      return x > 80 && x < 184 && y % 16 < 5 && y > 38 ? INK : PAPER;
    }),
    back: png(200, 126, (x, y) => {
      if (y > 14 && y < 38) return INK;
      return y > 62 && y < 108 && x > 12 && x < 188 && (x * (hue + 3)) % 11 < 5 ? INK : PAPER;
    }),
  };
}

/** A head over shoulders; `left` and `top` are the middle of the face. */
function face(
  x: number,
  y: number,
  { left, top, hair }: { left: number; top: number; hair: Colour },
): Colour {
  const away = (radiusX: number, radiusY: number, downBy: number) =>
    ((x - left) / radiusX) ** 2 + ((y - top - downBy) / radiusY) ** 2;
  if (away(24, 32, 0) < 1) return y < top - 14 ? hair : SKIN;
  if (away(28, 37, -3) < 1 && y < top) return hair;
  return away(54, 56, 92) < 1 ? PRIMARY : PAPER;
}

/** RGB, eight bits a channel, unfiltered. */
function png(width: number, height: number, at: (x: number, y: number) => Colour): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows.set(at(x, y), y * (width * 3 + 1) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A part of a PNG: its length, name, data and check sum. */
export function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
