import { run, type Tool } from "./tools.ts";

export const monitoringTools: readonly Tool[] = [{ command: "promtool", package: "prometheus" }];

/** Prometheus reads configuration and rules, and each alert fires when it must and not before. */
export function checkMonitoring(): string[] {
  run("promtool", ["check", "config", "prometheus.yml"], "deploy/prometheus");
  for (const tests of ["bank.rules.test.yml", "machines.rules.test.yml"]) {
    run("promtool", ["test", "rules", tests], "deploy/prometheus");
  }
  return ["prometheus.yml and its rules are right, and the tests of the rules pass"];
}
