import { useHiddenParams } from "#console/parts/useHiddenParams.ts";
import { type Filter, keysOf, personalKeys } from "./filters.ts";

/**
 * Where one stands in a list, all of it but people's names in the address: back undoes the last step, a link
 * shows the same.
 */
export type ListState = {
  /** What the server is asked: filters, order and place. */
  query: Record<string, string>;
  /** Filters and order without the place: what a file is made of. */
  kept: Record<string, string>;
  /** What a view keeps of them: all but people's names. */
  inView: Record<string, string>;
  get: (key: string) => string | undefined;
  /** Sets or removes (undefined) filters and order; the list begins anew. */
  change: (values: Record<string, string | undefined>) => void;
  /** Replaces filters and order by those of a view. */
  show: (kept: string) => void;
  /** Goes to another page; `first` is the number of its first row, for people only. */
  goTo: (place: { after: string } | { before: string } | undefined, first: number) => void;
  /** The row whose panel is open. */
  openId: string | undefined;
  /** Opens a row's panel or closes it. Going on from row to row is one step of the history. */
  open: (id: string | undefined) => void;
  /** Number of the first row shown, beginning with 1. */
  first: number;
  isFiltered: boolean;
};

/** The state of the list whose screen this is, from its address. */
export function useListState(filters: readonly Filter[]): ListState {
  const personal = personalKeys(filters);
  // The place in a list may be told by the name that stands there.
  const hidden = personal.length > 0 ? [...personal, "after", "before", "first"] : [];
  const [params, setParams] = useHiddenParams(hidden);
  const filterKeys = filters.flatMap(keysOf);
  const get = (key: string) => params.get(key) || undefined;
  const pick = (keys: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, get(key)] as const).filter(isGiven));
  const kept = pick([...filterKeys, "sort"]);
  return {
    query: { ...kept, ...pick(["after", "before"]) },
    kept,
    inView: Object.fromEntries(Object.entries(kept).filter(([key]) => !personal.includes(key))),
    get,
    change: (values) =>
      setParams(Object.fromEntries(Object.entries({ ...kept, ...values }).filter(isGiven))),
    show: (text) => setParams(new URLSearchParams(text)),
    goTo: (place, first) => setParams({ ...kept, ...place, first: String(first) }),
    openId: get("open"),
    open: (id) => {
      const next = new URLSearchParams(params);
      const wasOpen = next.has("open");
      if (id === undefined) next.delete("open");
      else next.set("open", id);
      setParams(next, { replace: wasOpen && id !== undefined });
    },
    first: Math.max(1, Number(get("first") ?? 1) || 1),
    isFiltered: filterKeys.some((key) => get(key) !== undefined),
  };
}

const isGiven = (pair: readonly [string, string | undefined]): pair is [string, string] =>
  pair[1] !== undefined;
