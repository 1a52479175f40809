import type { Endpoint } from "#contract/endpoint.ts";

/** The parts of any call, as they travel. Absent fields do not travel. */
export type Loose = {
  params?: Record<string, string | undefined>;
  query?: Record<string, string | undefined>;
  body?: Record<string, unknown>;
};

/** '/members/{guid}/loans' with its parameters in place. */
export function fillPath(path: string, params: Record<string, string | undefined>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

/** '?fromDate=…' or nothing. */
export function queryText(query: Record<string, string | undefined> | undefined): string {
  const given = presentTexts(query ?? {});
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

/** The body of a call that is not sealed, with its header. */
export function plainBody(
  endpoint: Endpoint,
  parts: Loose,
): { headers: Record<string, string>; body: string | URLSearchParams | undefined } {
  if (endpoint.bodyType === "json" && parts.body !== undefined)
    return { headers: { "Content-Type": "application/json" }, body: JSON.stringify(parts.body) };
  if (endpoint.bodyType === "form" && parts.body !== undefined)
    return { headers: {}, body: new URLSearchParams(presentTexts(parts.body)) };
  return { headers: {}, body: undefined };
}

/** The fields that are texts, in order. */
export function presentTexts(fields: Record<string, unknown>): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
}
