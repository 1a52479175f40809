/** As wide and high as a picture is looked at: codes of modules smaller than a dot are none. */
const MOST_PIXELS = 1600;
/** A picture of a phone's camera has less. */
export const MOST_PICTURE_BYTES = 20_000_000;

type Detector = { detect: (source: ImageBitmapSource) => Promise<{ rawValue: string }[]> };
type DetectorClass = new (options: { formats: string[] }) => Detector;

/** The text of the QR code in a picture or in what a camera sees; undefined where there is none. Never throws. */
export async function readPicture(source: Blob | HTMLVideoElement): Promise<string | undefined> {
  try {
    const bitmap = await createImageBitmap(source);
    try {
      return (await detectNative(bitmap)) ?? (await decode(bitmap));
    } finally {
      bitmap.close();
    }
  } catch {
    return undefined;
  }
}

/** By the browser, where it can. */
async function detectNative(bitmap: ImageBitmap): Promise<string | undefined> {
  // Not in every browser, and so not in the types.
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass };
  if (Own === undefined) return undefined;
  try {
    const [found] = await new Own({ formats: ["qr_code"] }).detect(bitmap);
    return found?.rawValue;
  } catch {
    return undefined;
  }
}

/** By our own script, which comes only now. */
async function decode(bitmap: ImageBitmap): Promise<string | undefined> {
  const { decodeQR } = await import("qr/decode.js");
  const scale = Math.min(1, MOST_PIXELS / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number];
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (pen === null) return undefined;
  // What is clear in a picture is paper.
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(bitmap, 0, 0, width, height);
  return decodeQR({ width, height, data: pen.getImageData(0, 0, width, height).data });
}
