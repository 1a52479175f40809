import { type CDPSession, expect, type Locator, type Page } from "@playwright/test";

/** With what a member presses. */
export const HANDS = ["finger", "keyboard"] as const;
export type Hand = (typeof HANDS)[number];

/** Presses, types and counts: what a member does from a screen to its end. */
export function actions(hand: Hand = "finger") {
  const taken: string[] = [];
  return {
    press: async (what: Locator) => {
      await expect(what).toBeVisible();
      taken.push((await what.textContent()) ?? "");
      if (hand === "finger") return what.click();
      await what.focus();
      await expect(what).toBeFocused();
      return what.press("Enter");
    },
    type: async (what: Locator, text: string) => {
      taken.push(text);
      if (hand === "finger") return what.fill(text);
      await what.focus();
      return what.pressSequentially(text);
    },
    /** The authenticator's own question, answered by finger, face or the device's PIN. */
    unlock: () => void taken.push("unlock"),
    expectAtMost: (most: number) =>
      expect(taken.length, taken.join(", ")).toBeLessThanOrEqual(most),
  };
}

/** A phone's connection as many members have it: slow 4G, as Chromium's own tools name it. */
export async function slowConnection(page: Page, cdp: CDPSession): Promise<void> {
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 562,
    downloadThroughput: 180_000,
    uploadThroughput: 84_375,
  });
  await page.reload();
}
