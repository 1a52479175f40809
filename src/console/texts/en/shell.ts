import { brand } from "#brand";

export const shell = {
  pageTitle: (page: string) => `${page} · ${brand.console}`,
  console: "Console",
  openMenu: "Open menu",
  closeMenu: "Close menu",
  mainMenu: "Main menu",
  groups: { queues: "Work queues", people: "People", operations: "Operations" },
  /** One name for each item of menu.ts. */
  menu: {
    home: "Overview",
    openTransfers: "Transfers",
  },
  waiting: (count: string) => `${count} waiting`,
  search: "Search member, reference, card ending",
  openSearch: "Search",
  shortcuts: "Shortcuts",
  alerts: "Alerts",
  alertsWaiting: (count: string) => `Alerts, ${count} waiting`,
  noAlerts: "Nothing is waiting for you.",
  account: "Your account",
  textSize: "Text size",
  textSizes: { normal: "Normal", large: "Large", xlarge: "Largest" },
  darkScreen: "Dark screen",
  themes: { auto: "Auto", dark: "On", light: "Off" },
  logOut: "Log out",
  loggingOut: "Logging out",
  allBranches: "all branches",
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
