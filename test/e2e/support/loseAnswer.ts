import type { Page, Route } from "@playwright/test";

/** The server does what it is asked for next at this address, and something else stands in the place of its answer. */
export const loseAnswer = (
  page: Page,
  url: RegExp,
  inItsPlace: (route: Route) => Promise<void>,
): Promise<unknown> =>
  page.route(
    url,
    async (route) => {
      await route.fetch();
      await inItsPlace(route);
    },
    { times: 1 },
  );

export const cutOff = (route: Route): Promise<void> => route.abort();
/** As a proxy answers that lost the server. */
export const badGateway = (route: Route): Promise<void> =>
  route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" });
