import type { FastifyInstance } from "fastify";
import { buildServer } from "#server/entry/buildServer.ts";
import { type Client, makeClient } from "./browser.ts";
import type { World } from "./makeWorld.ts";

export const PRODUCTION_ORIGIN = "https://online.example.test";

/** What the proxy in front of a production server adds to a call that came to it encrypted. */
export const OVER_HTTPS = { "x-forwarded-proto": "https", origin: PRODUCTION_ORIGIN };

/** A world's server as production builds it, behind a proxy on this machine. Nothing listens yet. */
export function productionServer(world: World): { server: FastifyInstance } & Client {
  const config = {
    ...world.app.config,
    NODE_ENV: "production" as const,
    PUBLIC_ORIGIN: PRODUCTION_ORIGIN,
    TRUSTED_PROXIES: "127.0.0.1",
  };
  const server = buildServer({ ...world.app, config });
  return { server, ...makeClient(server, world.app.now, { "x-forwarded-proto": "https" }) };
}
