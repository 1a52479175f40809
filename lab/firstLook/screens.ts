import type { Use } from "./measure.ts";

export type Screen = {
  name: string;
  path: string;
  isSignedIn: boolean;
  /** What is there once the page is, for a member who has it all. */
  ready: string;
  uses: readonly Use[];
};

/** What every signed-in page has. */
const OPEN_MENU: Use = {
  name: "open the menu",
  act: async (page) => {
    await page.locator(".mhead button[aria-haspopup=dialog]").last().tap();
    await page.locator(".drawer").waitFor();
  },
};
const CLOSE_MENU: Use = {
  name: "close the menu",
  act: async (page) => {
    await page.keyboard.press("Escape");
    await page.locator(".drawer").waitFor({ state: "detached" });
  },
};
const pressTab = (place: number): Use => ({
  name: `press tab ${place}`,
  act: (page) => page.locator(`.tabbar a:nth-child(${place})`).tap(),
});

/** The screens that members open daily. The last use of each may lead away from it. */
export const SCREENS: readonly Screen[] = [
  {
    name: "login",
    path: "/login",
    ready: "html[data-program]",
    isSignedIn: false,
    uses: [
      { name: "type a name", act: (page) => page.locator("#username").pressSequentially("maria") },
      {
        name: "show the password",
        act: (page) => page.locator("form button[type=button]").first().tap(),
      },
    ],
  },
  {
    name: "dashboard",
    path: "/dashboard",
    ready: ".dash .acct a, .dash .empty",
    isSignedIn: true,
    uses: [
      {
        name: "hide the amounts",
        act: (page) => page.locator("main .only-narrow").first().tap(),
      },
      OPEN_MENU,
      CLOSE_MENU,
      pressTab(2),
    ],
  },
  {
    name: "send",
    path: "/transfer-funds",
    ready: "#amount",
    isSignedIn: true,
    uses: [
      { name: "type an amount", act: (page) => page.locator("#amount").pressSequentially("1250") },
      OPEN_MENU,
      CLOSE_MENU,
      {
        name: "choose another destination",
        act: (page) => page.locator(".tochoice label").last().tap(),
      },
      {
        name: "choose the first again",
        act: (page) => page.locator(".tochoice label").first().tap(),
      },
      {
        name: "search a bank",
        act: async (page) => {
          await page.locator("[role=combobox]").first().tap();
          await page.keyboard.type("ban");
        },
      },
    ],
  },
  {
    name: "history",
    path: "/transaction-history",
    ready: "main .panel a.tx",
    isSignedIn: true,
    uses: [
      {
        name: "search",
        act: (page) => page.locator(".history-filters input").first().pressSequentially("jo"),
      },
      { name: "filter", act: (page) => page.locator(".history-filters .seg label").nth(1).tap() },
      OPEN_MENU,
      CLOSE_MENU,
      pressTab(1),
    ],
  },
];
