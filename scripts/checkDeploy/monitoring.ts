import { run, type Tool } from "./tools.ts";

export const monitoringTools: readonly Tool[] = [{ command: "promtool", package: "prometheus" }];

/** Prometheus reads configuration and rules, and each alert fires when it must and not before. */
export function checkMonitoring(): string[] {
  run("promtool", ["check", "config", "prometheus.yml"], "deploy/prometheus");
  run("promtool", ["test", "rules", "bank.rules.test.yml"], "deploy/prometheus");
  return ["prometheus.yml and bank.rules.yml are right, and the tests of the rules pass"];
}
