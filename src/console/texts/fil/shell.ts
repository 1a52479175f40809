import { brand } from "#brand";
import type { shell as english } from "#console/texts/en/shell.ts";

export const shell: typeof english = {
  pageTitle: (page: string) => `${page} · ${brand.console}`,
  console: "Console",
  openMenu: "Buksan ang menu",
  closeMenu: "Isara ang menu",
  mainMenu: "Pangunahing menu",
  groups: { queues: "Mga pila ng gawain", people: "Mga tao", operations: "Operasyon" },
  menu: {
    home: "Overview",
    openTransfers: "Mga transfer",
  },
  waiting: (count: string) => `${count} naghihintay`,
  search: "Hanapin: miyembro, reference, dulo ng card",
  openSearch: "Maghanap",
  shortcuts: "Mga shortcut",
  alerts: "Mga paalala",
  alertsWaiting: (count: string) => `Mga paalala, ${count} naghihintay`,
  noAlerts: "Walang naghihintay sa inyo.",
  account: "Ang inyong account",
  textSize: "Laki ng letra",
  textSizes: { normal: "Karaniwan", large: "Malaki", xlarge: "Pinakamalaki" },
  darkScreen: "Madilim na screen",
  themes: { auto: "Auto", dark: "On", light: "Off" },
  logOut: "Mag-log out",
  loggingOut: "Nagla-log out",
  allBranches: "lahat ng branch",
  roles: {
    teller: "Teller",
    card_officer: "Card officer",
    loan_officer: "Loan officer",
    fraud_officer: "Fraud officer",
    supervisor: "Supervisor",
    auditor: "Auditor",
    administrator: "Administrator",
  },
};
