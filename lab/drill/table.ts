import type { Found, Goal } from "./goal.ts";

/** How a goal came out. */
export type Result = { goal: Pick<Goal, "name" | "figure">; found: readonly Found[] };

const WIDEST = 76;

/** True when something was looked at and all of it is as it must be. */
export function isHeld({ found }: Result): boolean {
  return found.length > 0 && found.every(({ held }) => held);
}

/** A line for each goal and thing that was looked at: goal, figure, measured, held. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.flatMap((result) => [
    [result.goal.name, result.goal.figure, isHeld(result) ? "held" : "NOT HELD"],
    ...result.found.map(({ what, seen, held }) => ["", `  ${what}: ${seen}`, held ? "" : "  no"]),
    ...(result.found.length === 0 ? [["", "  nothing was measured", "  no"]] : []),
  ]);
  const name = Math.max(...rows.map(([first = ""]) => first.length));
  return rows
    .flatMap(([first = "", text = "", verdict = ""]) =>
      wrap(text).map((line, place) =>
        [(place === 0 ? first : "").padEnd(name), line.padEnd(WIDEST), place === 0 ? verdict : ""]
          .join("  ")
          .trimEnd(),
      ),
    )
    .join("\n");
}

/** Lines no longer than the column, broken at blanks, the later ones set in like the first. */
function wrap(text: string): string[] {
  const indent = /^ */.exec(text)?.[0] ?? "";
  const lines: string[] = [];
  let line = "";
  for (const word of text.trim().split(" ")) {
    const longer = line === "" ? indent + word : `${line} ${word}`;
    if (longer.length > WIDEST && line !== "") {
      lines.push(line);
      line = `${indent}  ${word}`;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}
