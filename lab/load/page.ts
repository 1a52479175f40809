import { availableParallelism } from "node:os";
import {
  answeredIn,
  bottleneckOf,
  failuresOf,
  type Line,
  meanCpu,
  type Run,
  tenths,
  verdictOf,
} from "./figures.ts";
import { percentileOf } from "./histogram.ts";
import { pageStyle } from "./pageStyle.ts";
import { drawPlot, escapeText } from "./plots.ts";
import { OTHERS } from "./sampler.ts";
import { CALLS, type LoadProfile, totalOf } from "./profile.ts";
import { plotsOf } from "./series.ts";

const MEMBER_WORDS: Record<(typeof CALLS)[number], string> = {
  login: "sign in",
  profile: "profile",
  balances: "balances",
  loans: "loans",
  notifications: "notifications",
  card: "card",
  history: "history",
  config: "configuration",
  dashboard: "dashboard",
  forms: "transfer forms",
  sendCode: "send a code",
  refresh: "renew the session",
  own: "own account to card",
  instapay: "InstaPay",
  pesonet: "PESONet",
  cardToCard: "card to card",
};

/** The report of a run as one file: no script, nothing from elsewhere. */
export function pageOf(run: Run, profile: LoadProfile, profiled: string | undefined): string {
  const plots = plotsOf(run).map(drawPlot).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Payday load</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>Payday load</h1>
<p class="what">${escapeText(whatItWas(run))}</p>
${verdictTable(verdictOf(run, profile))}
<h2>Over time</h2>
<p class="note">The shaded part is the warm-up: failures count there too, durations do not. A duration runs from the moment a call was due, whatever became of the calls before it.</p>
<div class="plots">
${plots}
</div>
<h2>By kind of call</h2>
${callTable(run)}
${failureTable(run)}
<h2>Who used the processor</h2>
<p class="note">${escapeText(bottleneckOf(run, availableParallelism()))}</p>
${cpuTable(run)}
${profiled === undefined ? "" : `<h2>Where the time went</h2><pre>${escapeText(profiled)}</pre>`}
</main>
</body>
</html>
`;
}

function whatItWas(run: Run): string {
  const part = run.fraction === 1 ? "The payday" : `${tenths(run.fraction * 100)} % of the payday`;
  const at = new Date(run.startedAt).toLocaleString("en-PH", {
    timeZone: "Asia/Manila",
    dateStyle: "medium",
    timeStyle: "short",
  });
  return (
    `${part}: ${tenths(totalOf(run.rates))} calls a second and ${run.onLine} members on line, ` +
    `of ${run.members.toLocaleString("en")}; ${run.apis} API process${run.apis === 1 ? "" : "es"}, ` +
    `${run.measuredSeconds} s after ${run.warmUpSeconds} s of warm-up; seed ${run.seed}; ${at} in Manila.`
  );
}

function verdictTable(lines: readonly Line[]): string {
  const rows = lines.map(({ what, wanted, found, isKept }) => {
    const [kind, word] =
      isKept === undefined
        ? ["open", "not judged"]
        : isKept
          ? ["kept", "kept"]
          : ["missed", "missed"];
    return `<tr class="${kind}"><th scope="row">${escapeText(what)}</th><td>${figureText(wanted)}</td><td>${figureText(found)}</td><td><span>${word}</span></td></tr>`;
  });
  return table("verdict", ["", "wanted", "found", "verdict"], rows);
}

/** A figure and its unit stay on one line. */
function figureText(text: string): string {
  return escapeText(text).replaceAll(/(\d) (ms|%)/g, "$1&nbsp;$2");
}

function callTable(run: Run): string {
  const rows = CALLS.map((call) => {
    const all = answeredIn(run, [call]);
    const times = [0.5, 0.95, 0.99].map((share) => tenths(percentileOf(all, share)));
    const cells = [
      String(all.count),
      tenths(all.count / run.measuredSeconds),
      ...times,
      tenths(all.max),
    ];
    return row(MEMBER_WORDS[call], all.count === 0 ? cells.map(() => "–") : cells);
  });
  return table("", ["", "calls", "a second", "p50 ms", "p95 ms", "p99 ms", "longest ms"], rows);
}

function failureTable(run: Run): string {
  const rows = Object.entries(failuresOf(run)).map(([why, count]) => row(why, [String(count)]));
  return rows.length === 0 ? "<p>No call failed.</p>" : table("", ["failed", "times"], rows);
}

function cpuTable(run: Run): string {
  const cpu = meanCpu(run);
  const all = Object.values(cpu).reduce((sum, share) => sum + share, 0);
  const rows = Object.entries(cpu).map(([name, share]) =>
    row({ load: "what sends the load", [OTHERS]: "other programs" }[name] ?? name, [
      `${tenths(share * 100)} %`,
      `${tenths((100 * share) / Math.max(all, 1e-9))} %`,
    ]),
  );
  return table("", ["", "of one core", "of all used"], rows);
}

function row(head: string, cells: readonly string[]): string {
  return `<tr><th scope="row">${escapeText(head)}</th>${cells.map((cell) => `<td>${escapeText(cell)}</td>`).join("")}</tr>`;
}

function table(kind: string, heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((text) => (text === "" ? "<td></td>" : `<th scope="col">${text}</th>`));
  // Can be reached and scrolled by keyboard where it is wider than the screen.
  return `<div class="scroll" tabindex="0"><table class="${kind}"><thead><tr>${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}
