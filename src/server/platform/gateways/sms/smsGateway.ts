/** A text as a gateway gets it. `id` is ours and names this very text for ever. */
export type OutgoingText = {
  id: string;
  /** E.164, as +639171234567. */
  to: string;
  text: string;
  /** Nobody wants it after that: the gateway is told not to deliver it any more. */
  validUntil: Date;
};

/** What became of handing a text over. The reasons hold neither number nor words. */
export type Handover =
  | { kind: "accepted"; gatewayId: string }
  /** Will never be taken, whoever asks again. */
  | { kind: "refused"; reason: string }
  /** Surely not taken now. */
  | { kind: "later"; reason: string }
  /** It may have been taken. `late` tells what the gateway says after all; undefined when it cannot. */
  | { kind: "unknown"; reason: string; late?: Promise<Handover | undefined> };

/** What a gateway says about a text it took. 'on_its_way' ends nothing. */
export type TextReport = {
  state: "on_its_way" | "delivered" | "failed" | "expired";
  /** The gateway's own word for it, for an operator. */
  reason: string;
  text: { id: string; gatewayId?: string } | { gatewayIds: string[]; to: string };
};

/** How texts leave the house: one of two transports. */
export type SmsGateway = {
  transport: "http" | "smpp";
  /**
   * Whether handing the same id over again is still one text. Where it is not, a text whose handover is
   * in doubt must never be handed over again.
   */
  mayRepeat: boolean;
  /** Hands a text over, once. Never throws. */
  send: (text: OutgoingText) => Promise<Handover>;
  /**
   * Keeps the connection that reports come in on, if the transport has one, until stopped. `take` is
   * done when the report is safe with us; where it throws, the gateway is asked to repeat the report.
   */
  listen: (take: (report: TextReport) => Promise<void>) => { stop: () => Promise<void> };
};
