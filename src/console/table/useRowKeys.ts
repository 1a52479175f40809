import { useShortcuts } from "#console/layout/shortcuts.ts";
import type { RefObject } from "react";
import type { ListState } from "./useListState.ts";
import type { Selection } from "./useSelection.ts";

/**
 * The keys of a list: j and k (or the arrows) move from row to row, x ticks, [ and ] turn the page,
 * Escape closes the panel, then clears the selection. Enter opens, as the row is a button. While a panel
 * is open it follows.
 */
export function useRowKeys(
  frame: RefObject<HTMLDivElement | null>,
  state: ListState,
  selection: Selection | undefined,
  turn: { next: (() => void) | undefined; previous: (() => void) | undefined },
): void {
  const rowsOf = () => [...(frame.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const placeOf = (rows: readonly HTMLElement[]) =>
    rows.findIndex(
      (row) =>
        row === document.activeElement ||
        (row.closest("tr") ?? row).contains(document.activeElement),
    );
  const move = (step: 1 | -1) => {
    const rows = rowsOf();
    const place = placeOf(rows);
    const next = place < 0 ? rows[step === 1 ? 0 : rows.length - 1] : rows[place + step];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
    if (next && state.openId !== undefined) state.open(next.dataset["row"]);
    return next !== undefined;
  };
  /** Arrows scroll the page unless one is among the rows. */
  const moveAmongRows = (step: 1 | -1) => placeOf(rowsOf()) >= 0 && move(step);
  const turnTo = (page: (() => void) | undefined) => {
    page?.();
    return page !== undefined;
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => moveAmongRows(1),
    ArrowUp: () => moveAmongRows(-1),
    x: () => {
      const rows = rowsOf();
      const id = rows[placeOf(rows)]?.dataset["row"];
      if (id !== undefined) selection?.toggle(id, false);
      return id !== undefined;
    },
    "[": () => turnTo(turn.previous),
    "]": () => turnTo(turn.next),
    Escape: () => {
      if (state.openId !== undefined) {
        const id = state.openId;
        state.open(undefined);
        rowsOf()
          .find((row) => row.dataset["row"] === id)
          ?.focus();
        return true;
      }
      const isSelected = (selection?.ids.size ?? 0) > 0;
      if (isSelected) selection?.clear();
      return isSelected;
    },
  });
}
