import type { World } from "#test/support/makeWorld.ts";

/** What the portal's program of calls and sessions finds in a page. */
export type PortalBench = {
  cookies: Map<string, string>;
  kept: Map<string, string>;
  /** What stands between the page and the server: it answers a call itself, or passes it on. */
  gateway: (path: string) => Response | undefined;
};

/**
 * Puts the portal's calls before the real server without a page around them: cookies, session storage
 * and an address are all that they use of one. Call before the portal's modules are imported.
 */
export async function makePortalBench(world: World): Promise<PortalBench> {
  const address = await world.server.listen({ host: "127.0.0.1", port: 0 });
  const cookies = new Map<string, string>();
  const kept = new Map<string, string>();
  const bench: PortalBench = { cookies, kept, gateway: () => undefined };
  const send = globalThis.fetch;
  Object.assign(globalThis, {
    document: { documentElement: { lang: "en" } },
    location: { pathname: "/dashboard", search: "", href: `${address}/dashboard` },
    isSecureContext: true,
    sessionStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
      removeItem: (name: string) => kept.delete(name),
    },
    fetch: async (path: string, asked: RequestInit) => {
      const own = bench.gateway(path);
      if (own !== undefined) return own;
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const headers = {
        ...Object.fromEntries(new Headers(asked.headers)),
        cookie,
        origin: address,
      };
      const answer = await send(new URL(path, address), { ...asked, headers });
      keepCookies(cookies, answer.headers.getSetCookie());
      return answer;
    },
  });
  return bench;
}

function keepCookies(cookies: Map<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    if (/Max-Age=0\b/.test(line)) cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
