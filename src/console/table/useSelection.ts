import { useState } from "react";

/** The rows that are ticked. They go when the list shows other rows. */
export type Selection = {
  ids: ReadonlySet<string>;
  isPageWhole: boolean;
  /** Ticks a row or takes the tick away; with `isRange` every row since the last one gets the same. */
  toggle: (id: string, isRange: boolean) => void;
  togglePage: () => void;
  /** Ticks these and no other. */
  only: (ids: readonly string[]) => void;
  clear: () => void;
};

/** Selection among the rows of a page, in their order. */
export function useSelection(pageIds: readonly string[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string>();
  const ids = new Set(pageIds.filter((id) => selected.has(id)));
  const isPageWhole = pageIds.length > 0 && ids.size === pageIds.length;
  return {
    ids,
    isPageWhole,
    toggle: (id, isRange) => {
      const isOn = !ids.has(id);
      const next = new Set(ids);
      for (const each of isRange ? between(pageIds, anchor ?? id, id) : [id]) {
        if (isOn) next.add(each);
        else next.delete(each);
      }
      setSelected(next);
      setAnchor(id);
    },
    togglePage: () => setSelected(isPageWhole ? new Set() : new Set(pageIds)),
    only: (kept) => setSelected(new Set(kept)),
    clear: () => setSelected(new Set()),
  };
}

/** The ids from one to the other, both included, whichever stands first. */
export function between(ids: readonly string[], from: string, to: string): readonly string[] {
  const places = [ids.indexOf(from), ids.indexOf(to)].toSorted((a, b) => a - b);
  const [first = -1, last = -1] = places;
  return first < 0 ? [to] : ids.slice(first, last + 1);
}
