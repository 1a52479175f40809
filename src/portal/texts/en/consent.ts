export const consent = {
  title: "A text has changed",
  body: (document: string, day: string) =>
    `There is a new version of the ${document}, of ${day}. Please read it and say whether you agree.`,
  read: (document: string) => `Read the ${document}`,
  agree: "I agree",
  notNow: "Not now",
  agreed: "Thank you. Your agreement is recorded.",
};

export type ConsentTexts = typeof consent;
