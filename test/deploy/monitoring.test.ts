import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { monitorLines } from "#scripts/restore/monitorLines.ts";
import { collectProcessMetrics, makeMetrics } from "#server/platform/base/metrics.ts";

/** Series of a histogram, as queries name them. */
const SERIES = { histogram: ["_bucket", "_count", "_sum"] } as Record<string, string[]>;
/** What Prometheus makes itself, and what rules make. */
const NOT_OURS = /^(up|ALERTS|bank:.*)$/;

const metrics = makeMetrics("test");
const ours = metrics.registry.getMetricsAsArray().map(({ name }) => name);
collectProcessMetrics(metrics);
const exported = new Set(
  metrics.registry.getMetricsAsArray().flatMap(({ name, type }) => {
    const kind = String(type);
    return (SERIES[kind] ?? [""]).map((end) => name + end);
  }),
);

const rules = readFileSync("deploy/prometheus/bank.rules.yml", "utf8");
const ruleTests = readFileSync("deploy/prometheus/bank.rules.test.yml", "utf8");
const dashboards = readdirSync("deploy/grafana").map((file) =>
  readFileSync(`deploy/grafana/${file}`, "utf8"),
);

/** Expressions of the rules, on one line or folded over several. */
const ruleQueries = [...rules.matchAll(/^ +expr: (>-\n(?: {10}.*\n)+|.*\n)/gm)].map(
  ([, query = ""]) => query,
);
const dashboardQueries = dashboards.flatMap((text) => {
  // Our own files.
  const { panels } = JSON.parse(text) as { panels: { targets?: { expr: string }[] }[] };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
});
const testSeries = [...ruleTests.matchAll(/- series: ["']([\w:]+)/g)].map(([, name = ""]) => name);

/** Names that stand where a series stands: not a function, a label, a text or a word of the language. */
function seriesOf(query: string): string[] {
  const bare = query
    .replace(/^>-/, "")
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, " ")
    .replaceAll(/\b(by|without|on|ignoring) *\([^)]*\)/g, " ");
  return [...bare.matchAll(/(?<![\w:.])[a-zA-Z_:][\w:]*(?!\s*\(|[\w:])/g)]
    .map(([name]) => name)
    .filter((name) => !/^(and|or|unless|by|without|e\d+)$/.test(name));
}

test.each([
  ['sum by (le, route) (rate(a_bucket{b=~"c"}[5m])) > 7e8', ["a_bucket"]],
  [">-\n  histogram_quantile(0.95, x_y) and\n topk(3, bank:z:rate5m)", ["x_y", "bank:z:rate5m"]],
])("of %j the series are %j", (query, series) => {
  expect(seriesOf(query)).toEqual(series);
});

test("every metric that an alert, a rule test or a dashboard names is one that the bank exports", () => {
  expect(ruleQueries.length).toBeGreaterThan(30);
  expect(dashboardQueries.length).toBeGreaterThan(30);
  const named = [...[...ruleQueries, ...dashboardQueries].flatMap(seriesOf), ...testSeries];
  const unknown = named.filter((name) => !NOT_OURS.test(name) && !exported.has(name));
  expect(unknown).toEqual([]);
});

test("every metric of the bank is on a dashboard", () => {
  const shown = new Set(dashboardQueries.flatMap(seriesOf));
  const isShown = (name: string) => ["", "_bucket", "_count"].some((end) => shown.has(name + end));
  expect(ours.filter((name) => !isShown(name))).toEqual([]);
});

test.each(["bank", "machines"])(
  "every alert of %s.rules.yml has a weight, a sentence, a page to turn to, and a test that sees it fire",
  (name) => {
    const read = (file: string) => readFileSync(`deploy/prometheus/${name}.${file}`, "utf8");
    const alerts = read("rules.yml")
      .split(/^ +- alert: /m)
      .slice(1);
    expect(alerts.length).toBeGreaterThan(10);
    const seen = new Set(
      [...read("rules.test.yml").matchAll(/alertname="(\w+)"/g)].map(([, alert]) => alert),
    );
    for (const alert of alerts) {
      const [title = ""] = alert.split("\n");
      expect(alert).toMatch(/severity: (page|ticket|none)/);
      expect(alert).toMatch(/summary: "/);
      expect(alert).toMatch(/runbook: docs\/[\w/-]+\.md/);
      expect([title, seen.has(title)]).toEqual([title, true]);
    }
    const settings = readFileSync("deploy/prometheus/prometheus.yml", "utf8");
    expect(settings).toContain(`- ${name}.rules.yml`);
  },
);

test("the figures of the nightly restore that alerts ask for are those that it writes", () => {
  const asked =
    readFileSync("deploy/prometheus/machines.rules.yml", "utf8").match(/bank_\w+/g) ?? [];
  const at = new Date(0);
  const written = monitorLines({ isRight: true, endedAt: at, seconds: 1, backupAt: at }, "");
  expect(asked.length).toBeGreaterThan(3);
  for (const name of asked) expect(written).toContain(name);
});
