/** A line of figures, each to the right of its column. */
export function tableRow(cells: readonly string[], widths: readonly number[]): string {
  return cells.map((cell, i) => cell.padStart(widths[i] ?? 0)).join("");
}

/** The greatest; 0 of none. */
export function worst(figures: readonly number[]): number {
  return figures.reduce((most, figure) => Math.max(most, figure), 0);
}
