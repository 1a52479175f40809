/** People a member sends to. */
export const recipients = {
  title: "Send again to",
  /** Above the payee of a form that was filled by one press. */
  payee: "Send to",
  change: "Change",
  changeOf: (name: string) => `Change who receives it, now ${name}`,
  search: "Search people",
  searchHint: "Name, bank or account number",
  noneFits: (search: string) => `Nobody you have sent to fits “${search}”.`,
  found: (count: number) => (count === 1 ? "1 person found" : `${count} people found`),
  manage: "Manage",
  dialogTitle: "People you send to",
  nobody: "People you send to will be saved here.",
  tail: (lastFour: string) => `••••\u00a0${lastFour}`,
  use: "Send to",
  useOf: (name: string) => `Send to ${name}`,
  rename: "Rename",
  renameOf: (name: string) => `Rename ${name}`,
  forget: "Forget",
  forgetOf: (name: string) => `Forget ${name}`,
  forgetAsk: (name: string) => `Forget ${name}?`,
  forgetMeaning: "Transfers that were made stay in your history.",
  nickname: "Your name for them",
  save: "Save",
  offer: (name: string) => `Send to ${name} again?`,
  offerMeaning: "Keep the account, so that you need not type it next time.",
  offerSave: "Save recipient",
  saved: "Saved. You find them under “Send again to”.",
};

export type RecipientsTexts = typeof recipients;
