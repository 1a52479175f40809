import type { DocumentWords } from "#portal/texts/documentText.ts";

export const documentWords: DocumentWords = {
  contents: "Contents",
  version: (day) => `Version of ${day}`,
  print: "Print",
  backToContents: "Back to contents",
};
