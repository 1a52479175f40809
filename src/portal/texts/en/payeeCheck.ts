export const payeeCheck = {
  asking: (bank: string) => `Asking ${bank} about the name…`,
  askingCard: "Looking up the card account…",
  notAsked: (bank: string) => `We ask ${bank} for the name when you are connected.`,
  notAskedCard: "We look up the card account when you are connected.",
  match: (bank: string) => `${bank} confirms that the account is in this name.`,
  close: (bank: string) => `The name at ${bank} is close to this one, not the same.`,
  none: (bank: string) => `${bank} has another name on this account.`,
  told: (name: string) => `The bank shows it as ${name}.`,
  checkFirst: "Check the number and the name with your payee first.",
  unavailable: (bank: string) =>
    `${bank} does not tell us the name on this account. Check the number with your payee.`,
  holder: (name: string) => `This card account belongs to ${name}`,
  noHolder: "We cannot show whose card account this is. Check the number with its owner.",
  know: "I know that the bank has another name, and send the money all the same.",
  knowFirst: "Tick this box to send to another name, or edit the details.",
};

export type PayeeCheckTexts = typeof payeeCheck;
