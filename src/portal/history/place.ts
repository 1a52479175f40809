import type { Filters } from "./useHistory.ts";

/** Where a member left the list to look at one of its rows. */
type Place = {
  guid: string;
  /** The page of the browser's history on which the list was. */
  entry: string;
  filters: Filters;
  /** The row that was opened, and how far the page was scrolled. */
  rowId: string;
  top: number;
};

/** In the memory of this tab only: a list is of now, and a reload begins it anew. */
let left: Place | undefined;

export function leavePlace(place: Place): void {
  left = place;
}

/** The place this member comes back to: by a link that says so, or by going back to the very page. */
export function placeBack(
  guid: string,
  way: { isLinked: boolean; isPop: boolean; entry: string },
): Place | undefined {
  const isBack = way.isLinked || (way.isPop && way.entry === left?.entry);
  const place = isBack && left?.guid === guid ? left : undefined;
  left = undefined;
  return place;
}

/** What the row of a transaction is called in the page. */
export const rowElementId = (id: string): string => `transaction-${id}`;
