import { makeStore } from "#ui/store.ts";
import { deviceNow } from "#client/clock.ts";
import { countOtherTabs } from "./presence.ts";
import { ASK_TIMES, hearTabs, TABS_ANSWER_WITHIN_MS, tellTabs } from "./tabChannel.ts";

/** How often the other tabs hear of typing. */
const TELL_TYPING_MS = 5000;

/** When the member last did something that counts, in any tab of this browser (deviceNow). */
export const lastActiveAt = makeStore<number>(deviceNow());

let lastCountedAt = deviceNow();
let lastToldAt = 0;

/** When a call last restarted the server's own idle time. */
export const lastCountedCallAt = (): number => lastCountedAt;

/** A call that the server counts as activity: every signed-in call but GET and logout. */
export function noteCountedCall(): void {
  lastCountedAt = deviceNow();
  lastActiveAt.set(lastCountedAt);
  tellTabs({ kind: "active", at: lastCountedAt, isCounted: true });
}

/** The member types: not idle, though the server does not know yet. */
export function noteTyping(): void {
  const at = deviceNow();
  lastActiveAt.set(at);
  if (at - lastToldAt < TELL_TYPING_MS) return;
  lastToldAt = at;
  tellTabs({ kind: "active", at, isCounted: false });
}

/** Hears of activity in the other tabs, and tells of ours when one asks. The answer stops it. */
export function followActivity(): () => void {
  return hearTabs((message) => {
    if (message.kind === "who_is_active") {
      const at = lastActiveAt.get();
      tellTabs({ kind: "active", at, isCounted: at === lastCountedAt });
    }
    if (message.kind !== "active" || message.at < lastActiveAt.get()) return;
    lastActiveAt.set(message.at);
    if (message.isCounted) lastCountedAt = message.at;
  });
}

/**
 * Asks the other tabs when the member was last active there. One that is there but busy is asked again,
 * up to five seconds: until all have answered, or one was active since this moment (deviceNow).
 */
export async function askForActivity(since: number): Promise<void> {
  for (let asked = 0; asked < ASK_TIMES; asked += 1) {
    const answers = await askOnce();
    if (lastActiveAt.get() > since || answers >= (await countOtherTabs()).all) return;
  }
}

/** How many answers came. */
async function askOnce(): Promise<number> {
  let answers = 0;
  const deafen = hearTabs(({ kind }) => {
    if (kind === "active") answers += 1;
  });
  tellTabs({ kind: "who_is_active" });
  await new Promise((resolve) => setTimeout(resolve, TABS_ANSWER_WITHIN_MS));
  deafen();
  return answers;
}
