import type { ReactNode } from "react";

/** A column of a list. */
export type Column<Row> = {
  /** Name of the order by this column, where there is one: as in the contract of the list. */
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  isSortable?: boolean;
  /** Figures stand at the right, digit under digit. */
  isFigure?: boolean;
  /** Makes room while a panel is open beside the table and the window is not wide. */
  isMinor?: boolean;
  /**
   * On the card that stands for a row in a narrow window: its name, the mark at its corner, a line of its
   * own with the heading before it (as most do), or nothing.
   */
  onCard?: "name" | "mark" | "line" | "hidden";
};
