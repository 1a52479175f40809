import { CAMERA_PAGE } from "#common/cameraPage.ts";
import { expect, test } from "vitest";
import { byFeature } from "#contract/features.ts";
import { paths, transactionDetailsPath } from "#portal/paths.ts";
import { shell } from "#portal/texts/en/shell.ts";
import { isAt, menuItems, tabItems } from "./menu.ts";

const features = byFeature(() => "on" as const);

/** The items that are marked as the place where the member stands. */
const markedAt = (pathname: string) =>
  menuItems(shell, features)
    .filter((item) => isAt(item, pathname))
    .map(({ key }) => key);

test.each([paths.dashboard, paths.applyVisaCard, `${paths.applyVisaCard}/type/personalized`])(
  "G02 the dashboard is marked at %s",
  (pathname) => {
    expect(markedAt(pathname)).toEqual(["dashboard"]);
  },
);

test.each([
  paths.cardSettings,
  paths.setAtmPin,
  `${paths.setAtmPin}/type/personalized`,
  paths.changePin,
  paths.resetPin,
  paths.changeCvv,
  paths.transactionLimit,
  paths.lostCard,
])("G03 the card settings are marked at %s", (pathname) => {
  expect(markedAt(pathname)).toEqual(["card"]);
});

test.each([
  paths.transactionHistory,
  paths.transactionDetails,
  transactionDetailsPath("OT261121-0000000001", "2026-11-21"),
])("G03 the history is marked at %s", (pathname) => {
  expect(markedAt(pathname)).toEqual(["history"]);
});

test.each([
  [paths.applyForLoans, "loans"],
  [paths.transferFunds, "transfer"],
  [CAMERA_PAGE, "transfer"],
  [paths.updatePassword, "password"],
  [paths.safety, "safety"],
] as const)("G02 G03 at %s its own item alone is marked", (pathname, key) => {
  expect(markedAt(pathname)).toEqual([key]);
});

test("G02 an address that only begins alike marks nothing", () => {
  for (const pathname of ["/apply-visa-cards", "/change-pins", "/no-such-page"]) {
    expect(markedAt(pathname)).toEqual([]);
  }
});

test("G03 what is hidden is not in the menu, and what is disabled stays in its place", () => {
  const keys = menuItems(shell, {
    ...features,
    cardSettings: "hidden",
    transferFunds: "disabled",
  }).map(({ key, isDisabled = false }) => [key, isDisabled]);
  expect(keys).toEqual([
    ["dashboard", false],
    ["loans", false],
    ["transfer", true],
    ["history", false],
    ["safety", false],
    ["password", false],
    ["contact", false],
  ]);
});

test("S168 a card that cannot send is offered no transfer in menu and tabs, and the menu says why", () => {
  const items = menuItems(shell, features, "card_suspended");
  expect(items.find(({ key }) => key === "transfer")).toMatchObject({
    isDisabled: true,
    barredFor: "card suspended",
  });
  // What the card still has keeps its place.
  expect(tabItems(items).map(({ key }) => key)).toEqual([
    "dashboard",
    "card",
    "history",
    "loans",
    "safety",
  ]);
  const off = menuItems(shell, { ...features, transferFunds: "disabled" }, "card_suspended");
  expect(off.find(({ key }) => key === "transfer")?.barredFor).toBeUndefined();
});
