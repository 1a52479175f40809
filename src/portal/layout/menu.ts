import { CAMERA_PAGE } from "#common/cameraPage.ts";
import { brand } from "#brand";
import type { ClientConfig, FeatureState } from "#contract/config.ts";
import { paths } from "#portal/paths.ts";
import type { CardBar } from "#portal/shared/cardStanding.ts";
import type { Catalogue } from "#portal/texts/texts.ts";
import {
  ArrowLeftRight,
  CreditCard,
  HandCoins,
  Headset,
  History,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  ShieldCheck,
} from "lucide-react";

export type MenuItem = {
  key: string;
  icon: LucideIcon;
  label: string;
  /** The shorter word of the tab bar. */
  tab: string;
  to: string;
  /** Further screens that belong to this item. */
  alsoAt: readonly string[];
  isExternal?: boolean;
  isDisabled?: boolean;
  /** Why it is disabled, in a word or two, where it is not the whole feature that is off. */
  barredFor?: string | undefined;
  /** A line is drawn above the first item of a new group. */
  group: 1 | 2;
};

type Features = ClientConfig["features"];

/** The menu in the order of rows G02 and G03; an item that is switched off is left out or disabled. */
export function menuItems(
  texts: Catalogue["shell"],
  features: Features | undefined,
  /** Why no money moves from or to the card. */
  transferBar?: CardBar,
): readonly MenuItem[] {
  return [
    item("dashboard", LayoutDashboard, texts.dashboard, texts.dashboard, paths.dashboard, [
      paths.applyVisaCard,
      // Without an item of their own.
      ...(features?.loans === "hidden" ? [paths.loans] : []),
    ]),
    ...flagged(features?.loans, loansItem(texts)),
    ...flagged(
      features?.transferFunds,
      item(
        "transfer",
        ArrowLeftRight,
        texts.transferFunds,
        texts.tabs.transfer,
        paths.transferFunds,
        [CAMERA_PAGE],
      ),
      transferBar && (texts.barredFor[transferBar] ?? texts.notAvailable),
    ),
    ...flagged(
      features?.cardSettings,
      item("card", CreditCard, texts.cardSettings, texts.tabs.card, paths.cardSettings, [
        paths.setAtmPin,
        paths.changePin,
        paths.resetPin,
        paths.changeCvv,
        paths.transactionLimit,
        paths.lostCard,
      ]),
    ),
    ...flagged(
      features?.transactionHistory,
      item(
        "history",
        History,
        texts.transactionHistory,
        texts.tabs.history,
        paths.transactionHistory,
        [paths.transactionDetails, paths.spending],
      ),
    ),
    {
      ...item("safety", ShieldCheck, texts.safety, texts.tabs.safety, paths.safety, [
        paths.comeBack,
      ]),
      group: 2,
    },
    {
      ...item(
        "password",
        KeyRound,
        texts.updatePassword,
        texts.tabs.password,
        paths.updatePassword,
      ),
      group: 2,
    },
    {
      ...item("contact", Headset, texts.contactUs, texts.tabs.contact, brand.links.contact),
      group: 2,
      isExternal: true,
    },
  ];
}

const loansItem = (texts: Catalogue["shell"]) =>
  item("loans", HandCoins, texts.applyForLoans, texts.tabs.loans, paths.applyForLoans, [
    paths.loanApplications,
    paths.loans,
  ]);

/** An item as its switch and the card leave it: left out, disabled, or barred with the reason. */
function flagged(
  state: FeatureState | undefined,
  menuItem: MenuItem,
  barredFor?: string,
): MenuItem[] {
  if (state === "hidden") return [];
  const isOff = state === "disabled";
  const isBarred = !isOff && barredFor !== undefined;
  return [{ ...menuItem, isDisabled: isOff || isBarred, ...(isBarred && { barredFor }) }];
}

function item(
  key: string,
  icon: LucideIcon,
  label: string,
  tab: string,
  to: string,
  alsoAt: readonly string[] = [],
): MenuItem {
  return { key, icon, label, tab, to, alsoAt, group: 1 };
}

const TAB_ORDER = ["dashboard", "transfer", "card", "history", "loans", "safety"];
const TAB_ORDER_WITHOUT_CARD = ["dashboard", "loans", "safety", "contact"];

/**
 * The tab bar: six places, or four when the card's places are switched off. Safety has one in either: who needs it
 * is in a hurry.
 */
export function tabItems(items: readonly MenuItem[]): readonly MenuItem[] {
  // What the card bars for a while leaves its place free; the others stay.
  const isUsable = (key: string) =>
    items.some((each) => each.key === key && (!each.isDisabled || each.barredFor !== undefined));
  const order = TAB_ORDER.every((key) => key === "loans" || isUsable(key))
    ? TAB_ORDER
    : TAB_ORDER_WITHOUT_CARD;
  return (
    order
      .filter((key) => key !== "loans" || isUsable(key))
      .flatMap((key) => items.find((each) => each.key === key) ?? [])
      .filter(({ barredFor }) => barredFor === undefined)
      // The menu's words are those of applying; who looks for their loans presses the tab.
      .map((each) =>
        each.key === "loans"
          ? { ...each, to: paths.loans, alsoAt: [...each.alsoAt, each.to] }
          : each,
      )
  );
}

/** Whether the member stands at this item or at one of its further screens. */
export function isAt(menuItem: MenuItem, pathname: string): boolean {
  return [menuItem.to, ...menuItem.alsoAt].some(
    (path) => pathname === path || pathname.startsWith(`${path}/`),
  );
}
