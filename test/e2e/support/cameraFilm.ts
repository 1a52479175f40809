import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { encodeQR } from "qr";
import { writeQrPh } from "#common/writeQrPh.ts";
import { TO } from "./sendMoney.ts";

/** What every camera of these browsers sees: a person's code for 21.25. */
export const FILMED =
  writeQrPh({
    bic: "BNORPHMMXXX",
    accountNumber: TO.credited,
    name: "Ma. Luz Peña",
    city: "Makati",
    amount: 21_25n,
  }) ?? "";

const WIDTH = 640;
const HEIGHT = 480;
const SCALE = 6;
const FILE = path.resolve(".cache", "camera.y4m");

/** Writes the film, uncompressed (YUV4MPEG2), and answers the arguments with which Chromium shows it. */
export function cameraArgs(): string[] {
  mkdirSync(path.dirname(FILE), { recursive: true });
  const header = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`;
  const frame = Buffer.concat([Buffer.from("FRAME\n"), pictureOf(FILMED)]);
  // Several processes begin at once: each sees a whole film.
  const own = `${FILE}.${process.pid}`;
  writeFileSync(own, Buffer.concat([Buffer.from(header), frame, frame]));
  renameSync(own, FILE);
  return [
    "--use-fake-device-for-media-stream",
    // Whoever asks may use it: nobody is there to say so.
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${FILE}`,
  ];
}

/** The code in the middle of a white picture: the brightness of each point, then no colour. */
function pictureOf(text: string): Buffer {
  const modules = encodeQR(text, "raw", { border: 4 });
  const picture = Buffer.alloc(WIDTH * HEIGHT * 1.5, 128).fill(235, 0, WIDTH * HEIGHT);
  const left = Math.floor((WIDTH - modules.length * SCALE) / 2);
  const top = Math.floor((HEIGHT - modules.length * SCALE) / 2);
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (!isDark) return;
      for (let line = 0; line < SCALE; line += 1) {
        const start = (top + y * SCALE + line) * WIDTH + left + x * SCALE;
        picture.fill(16, start, start + SCALE);
      }
    }),
  );
  return picture;
}
