/**
 * Names and numbers of people that somebody looks for: no part of an address, which stays in the browser's
 * history and is seen over a shoulder. They live in memory for as long as the session does, each under the
 * id that the step of the history carries, so that Back finds them; after a reload they are gone.
 */
const kept = new Map<string, Readonly<Record<string, string>>>();
const MOST = 500;

/** What a step of the history carries. */
type Step = { hidden: string };

/** An address for these parameters: those that are `hidden` are kept here, the others stand in it. */
export function addressOf(
  params: URLSearchParams,
  hidden: readonly string[],
): { search: string; state: Step | null } {
  const shown = new URLSearchParams(params);
  const secret: Record<string, string> = {};
  for (const [name, value] of params) {
    if (!hidden.includes(name)) continue;
    shown.delete(name);
    secret[name] = value;
  }
  const search = shown.toString();
  return { search, state: Object.keys(secret).length === 0 ? null : { hidden: keep(secret) } };
}

/** All parameters of a step of the history: those of its address, and those that were kept for it. */
export function paramsOf({ search, state }: { search: string; state: unknown }): URLSearchParams {
  const params = new URLSearchParams(search);
  const secret = isStep(state) ? kept.get(state.hidden) : undefined;
  for (const [name, value] of Object.entries(secret ?? {})) params.set(name, value);
  return params;
}

/** When the session is over. */
export const forgetHiddenParams = (): void => kept.clear();

function keep(secret: Record<string, string>): string {
  const [oldest] = kept.keys();
  if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest);
  const id = crypto.randomUUID();
  kept.set(id, secret);
  return id;
}

function isStep(state: unknown): state is Step {
  return typeof state === "object" && state !== null && "hidden" in state;
}
