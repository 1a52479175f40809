/** What calls about a card and its notices have: of the right form, and nobody's. */
export const goodCardFields = {
  current_pin: `pin1.none.${"A".repeat(87)}.${"A".repeat(43)}`,
  new_pin: `pin1.none.${"A".repeat(87)}.${"A".repeat(43)}`,
  visa_card_no: "4000009999999990",
  atm_pin: `pin1.none.${"A".repeat(87)}.${"A".repeat(43)}`,
  public_key: `B${"A".repeat(86)}`,
  transaction_limit: "100.00",
  text_from: "100.00",
  changes: [{ group: "money_in", channel: "text", position: "off" }],
};

/** Which of them each call has. */
export const cardBodies = {
  changePin: ["current_pin", "new_pin"],
  generateCvv: ["visa_card_no"],
  activateCard: ["visa_card_no", "atm_pin"],
  activatePersoCard: ["visa_card_no", "atm_pin"],
  revealCvv: ["public_key", "pinId", "pin"],
  setWithdrawalLimit: ["transaction_limit"],
  setPurchaseTexts: ["text_from"],
  setCardUse: ["use", "position"],
  reportLostCard: [],
  setLockEnd: [],
  resetPin: ["visa_card_no", "new_pin", "pinId", "pin"],
  replaceLostCard: ["pinId", "pin"],
};
