import type { BrowserContext } from "@playwright/test";

/** The connection goes as soon as this has come, and before anything that follows from it is asked for. */
export async function cutAfter(context: BrowserContext, address: string | RegExp): Promise<void> {
  await context.route(
    address,
    async (route) => {
      const response = await route.fetch();
      await context.setOffline(true);
      await route.fulfill({ response });
    },
    { times: 1 },
  );
}
