import type { DocumentWords } from "#portal/texts/documentText.ts";

export const documentWords: DocumentWords = {
  contents: "Nilalaman",
  version: (day) => `Bersyon ng ${day}`,
  print: "I-print",
  backToContents: "Bumalik sa nilalaman",
};
