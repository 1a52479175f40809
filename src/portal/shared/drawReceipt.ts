export type ReceiptRow = {
  key: string;
  name: string;
  text: string;
  /** Digits to be read one by one. */
  isCode?: true;
  isTotal?: true;
};

/** What the picture shows, top to bottom. */
export type ReceiptPicture = {
  title: string;
  amount: string;
  payee: string;
  reference: { name: string; text: string };
  rows: readonly ReceiptRow[];
  foot: string;
  /** How whoever sees it has it checked; "" where there is no code. */
  check: string;
};

const WIDTH = 720;
const MARGIN = 48;
/** Sharp on a phone's screen. */
const SCALE = 2;
/** A picture is for paper and for others: the light colours, whatever the page has. */
const COLOURS = {
  paper: "#ffffff",
  text: "#0f2a33",
  soft: "#4c626b",
  line: "#d5e0e4",
  mark: "#005d66",
} as const;
const FAMILY = "Plex, sans-serif";

/** The receipt as a PNG, drawn anew: no picture of the page, so that it is whole and the same everywhere. */
export async function drawReceipt(picture: ReceiptPicture): Promise<Blob> {
  await document.fonts.ready;
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("no canvas");
  // Drawn twice: the first time tells how long it is.
  const height = draw(pen, picture);
  canvas.width = WIDTH * SCALE;
  canvas.height = height * SCALE;
  pen.scale(SCALE, SCALE);
  pen.fillStyle = COLOURS.paper;
  pen.fillRect(0, 0, WIDTH, height);
  draw(pen, picture);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("no picture")) : resolve(blob)),
      "image/png",
    );
  });
}

type Pen = CanvasRenderingContext2D;

/** Draws everything and says how high it became. */
function draw(
  pen: Pen,
  { title, amount, payee, reference, rows, foot, check }: ReceiptPicture,
): number {
  let y = 76;
  y = centred(pen, title, y, { weight: 600, size: 26, colour: COLOURS.text }) + 22;
  y = centred(pen, amount, y + 20, { weight: 600, size: 46, colour: COLOURS.text }) + 6;
  y = centred(pen, payee, y, { weight: 400, size: 22, colour: COLOURS.soft }) + 14;
  line(pen, y, true);
  const all = [{ key: "reference", ...reference, isCode: true as const }, ...rows];
  for (const row of all) {
    y = drawRow(pen, row, y + 40) + 16;
    line(pen, y);
  }
  y = centred(pen, foot, y + 46, { weight: 500, size: 19, colour: COLOURS.mark });
  if (check !== "") y = centred(pen, check, y + 8, { weight: 400, size: 17, colour: COLOURS.soft });
  return y + 14;
}

type Look = { weight: number; size: number; colour: string };

function use(pen: Pen, { weight, size, colour }: Look): void {
  // oxlint-disable-next-line no-param-reassign -- a pen is set by assigning to it
  Object.assign(pen, { font: `${weight} ${size}px ${FAMILY}`, fillStyle: colour });
}

function centred(pen: Pen, text: string, y: number, look: Look): number {
  use(pen, look);
  Object.assign(pen, { textAlign: "center" });
  return wrapped(pen, text, { x: WIDTH / 2, y, width: WIDTH - 2 * MARGIN, size: look.size });
}

function drawRow(pen: Pen, { name, text, isTotal }: ReceiptRow, y: number): number {
  const size = isTotal ? 26 : 21;
  use(pen, {
    weight: isTotal ? 600 : 400,
    size: 21,
    colour: isTotal ? COLOURS.text : COLOURS.soft,
  });
  Object.assign(pen, { textAlign: "left" });
  const left = wrapped(pen, name, { x: MARGIN, y, width: 240, size: 21 });
  use(pen, { weight: isTotal ? 600 : 500, size, colour: COLOURS.text });
  Object.assign(pen, { textAlign: "right" });
  const right = wrapped(pen, text, { x: WIDTH - MARGIN, y, width: WIDTH - 2 * MARGIN - 260, size });
  return Math.max(left, right) - 16;
}

/** Text in as many lines as it takes; a word that is too long for one is broken. */
function wrapped(
  pen: Pen,
  text: string,
  { x, y, width, size }: { x: number; y: number; width: number; size: number },
): number {
  let at = y;
  for (const piece of linesOf(text, (part) => pen.measureText(part).width <= width)) {
    pen.fillText(piece, x, at);
    at += Math.round(size * 1.35);
  }
  return at;
}

/** A text in lines that fit, broken at blanks and, where a word alone is too long, inside it. */
export function linesOf(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of text.split(" ")) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (fits(longer)) {
      current = longer;
      continue;
    }
    if (current !== "") lines.push(current);
    current = "";
    for (const letter of word) {
      if (current !== "" && !fits(current + letter)) {
        lines.push(current);
        current = "";
      }
      current += letter;
    }
  }
  return current === "" ? lines : [...lines, current];
}

function line(pen: Pen, y: number, isDashed = false): void {
  // oxlint-disable-next-line no-param-reassign -- a pen is set by assigning to it
  Object.assign(pen, { strokeStyle: COLOURS.line, lineWidth: isDashed ? 2 : 1 });
  pen.setLineDash(isDashed ? [8, 6] : []);
  pen.beginPath();
  pen.moveTo(MARGIN, y);
  pen.lineTo(WIDTH - MARGIN, y);
  pen.stroke();
}
