import type { Endpoint } from "#contract/endpoint.ts";
import { isPick } from "./fromSchema.ts";
import { isSpoiled } from "./planCalls.ts";

const KEPT_OF_A_NAME = 32;
const DEEPEST = 8;

/** What the bank is known to have, by the name of the field that takes it. */
export type Known = ReturnType<typeof makeKnown>;

/**
 * What calls are filled with: what was given at the start, and what answers brought since. An `id` that was
 * listed serves for any field whose name ends in Id. Half of the values come from answers about the same
 * things, `about` (aboutOf): of all ids only a few are those of a request.
 */
export function makeKnown(given: Record<string, unknown[]>) {
  const pools = new Map<string, unknown[]>(Object.entries(given));

  function learn(name: string, value: unknown): void {
    const pool = pools.get(name) ?? [];
    if (pool.includes(value)) return;
    pools.set(name, [value, ...pool].slice(0, KEPT_OF_A_NAME));
  }

  function harvest(value: unknown, about: string, depth = 0): void {
    if (typeof value !== "object" || value === null || depth > DEEPEST) return;
    for (const [name, one] of Object.entries(value)) {
      if (typeof one === "string" || typeof one === "number") {
        learn(name, String(one));
        learn(`${about} ${name}`, String(one));
      } else harvest(one, about, depth + 1);
    }
  }

  function poolOf(name: string): unknown[] {
    const own = pools.get(name) ?? [];
    const [about = ""] = /^.* /.exec(name) ?? [];
    const ids = name.endsWith("Id") ? (pools.get(`${about}id`) ?? []) : [];
    const guids = /[gG]uid$/.test(name) ? (pools.get(`${about}guid`) ?? []) : [];
    return [...own, ...ids, ...guids];
  }

  function resolve(value: unknown, about: string): unknown {
    if (isPick(value)) {
      const near = value.nth % 2 === 0 ? poolOf(`${about} ${value.pick}`) : [];
      const pool = near.length > 0 ? near : poolOf(value.pick);
      // A copy: whoever fills in more must not change what is known.
      return pool.length === 0 ? "1" : structuredClone(pool[(value.nth >> 1) % pool.length]);
    }
    if (isSpoiled(value)) {
      const base = resolve(value.base, about);
      return {
        ...(typeof base === "object" ? base : {}),
        [value.field]: resolve(value.value, about),
      };
    }
    if (Array.isArray(value)) return value.map((one) => resolve(one, about));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, resolve(one, about)]),
    );
  }

  return { learn, harvest, resolve };
}

/** What an endpoint is about, by the beginning of its path: '/staff/requests'. */
export const aboutOf = ({ path }: Endpoint): string => path.split("/").slice(0, 3).join("/");

/** The pools that a good call of each endpoint fills: its fields, and its body as a whole. */
export function poolsOf(
  endpoints: readonly Endpoint[],
  goodCall: (endpoint: Endpoint) => Record<string, unknown>,
): Record<string, unknown[]> {
  const pools: Record<string, unknown[]> = {};
  const add = (name: string, value: unknown) => {
    const pool = (pools[name] ??= []);
    if (!pool.includes(value)) pool.push(value);
  };
  for (const endpoint of endpoints) {
    const { params, query, body } = goodCall(endpoint);
    for (const part of [params, query, body]) {
      for (const [name, value] of Object.entries(part ?? {})) add(name, value);
    }
    add(`${endpoint.name} body`, body ?? {});
  }
  return pools;
}
