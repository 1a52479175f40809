import { paperTexts } from "#scripts/statement/paperTexts.ts";

/** What a PDF of ours says, a line for each text. */
export const pdfText = (bytes: Uint8Array): string =>
  paperTexts(bytes)
    .map(({ text }) => text)
    .join("\n");
