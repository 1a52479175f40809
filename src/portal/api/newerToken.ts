import { anyConfig } from "#client/config.ts";
import { currentSession, setIdentity, type SignedIn } from "./sessionState.ts";
import { keepSession } from "./sessionVault.ts";
import { askOtherTabs } from "./tabChannel.ts";

let asking: Promise<void> | undefined;

/**
 * True when this member's session goes on under another token than the one that was refused: a tab
 * that slept hears late, or never, that another one renewed it. The newer token is this tab's then.
 */
export async function findNewerToken(refused: SignedIn): Promise<boolean> {
  const isReplaced = () => {
    const session = currentSession();
    return session?.epoch === refused.epoch && session.token !== refused.token;
  };
  if (isReplaced()) return true;
  asking ??= ask(refused).finally(() => {
    asking = undefined;
  });
  await asking;
  return isReplaced();
}

async function ask(refused: SignedIn): Promise<void> {
  const found = await askOtherTabs(
    ({ guid, token }) => guid === refused.guid && token !== refused.token,
  );
  if (found === undefined || currentSession()?.epoch !== refused.epoch) return;
  setIdentity(found);
  const config = await anyConfig();
  if (config !== undefined) await keepSession(config.ssKey, found);
}
