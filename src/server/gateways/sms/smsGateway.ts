/** Hands a text to the SMS gateway. Throws when it was not accepted; the same id twice is one text. */
export type SmsGateway = {
  send: (message: { id: string; to: string; text: string }) => Promise<void>;
};
