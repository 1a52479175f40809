import type { Endpoint } from "#contract/endpoint.ts";
import { fieldsOf } from "./badValues.ts";

/** A place in a call where a caller's text stands: its part, and the way to it. */
export type TextLeaf = { part: "params" | "query" | "body"; way: readonly (string | number)[] };

/**
 * Every place of a call where a text may stand: all that its contract names, and in what lists and objects
 * of a good call hold.
 */
export function textLeaves(call: Record<string, unknown>, endpoint: Endpoint): TextLeaf[] {
  const parts = ["params", "query", "body"] as const;
  return parts.flatMap((part) =>
    fieldsOf(endpoint[part]).flatMap((name) => {
      const value: unknown = Reflect.get(Object(call[part]), name);
      const ways = value === undefined ? [[]] : leavesOf(value);
      return ways.map((way) => ({ part, way: [name, ...way] }));
    }),
  );
}

/** Whether the contract lets a text be at this place. */
export function takes(endpoint: Endpoint, { part, way }: TextLeaf, call: Record<string, unknown>) {
  const { error } = endpoint[part]?.safeParse(call[part]) ?? {};
  return !(error?.issues ?? []).some(({ path }) => way.every((step, at) => path[at] === step));
}

function leavesOf(value: unknown): (string | number)[][] {
  if (typeof value === "string") return [[]];
  if (Array.isArray(value)) {
    return value.flatMap((each, index) => leavesOf(each).map((way) => [index, ...way]));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    leavesOf(each).map((way) => [name, ...way]),
  );
}

/** The call with another text at one place. */
export function withText(
  call: Record<string, unknown>,
  { part, way }: TextLeaf,
  change: (good: string) => string,
): Record<string, unknown> {
  const copy = structuredClone({ body: {}, ...call });
  const steps = [part, ...way];
  const last = steps.at(-1) ?? part;
  let place: unknown = copy;
  for (const step of steps.slice(0, -1)) place = Reflect.get(Object(place), step);
  const holder = Object(place) as object;
  const good: unknown = Reflect.get(holder, last);
  Reflect.set(holder, last, change(typeof good === "string" ? good : ""));
  return copy;
}
