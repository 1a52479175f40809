import type { ConsentTexts } from "#portal/texts/en/consent.ts";

export const consent: ConsentTexts = {
  title: "May nagbagong teksto",
  body: (document, day) =>
    `May bagong bersyon ang ${document}, ng ${day}. Basahin ito at sabihin kung sumasang-ayon kayo.`,
  read: (document) => `Basahin ang ${document}`,
  agree: "Sumasang-ayon ako",
  notNow: "Hindi muna",
  agreed: "Salamat. Naitala ang inyong pagsang-ayon.",
};
