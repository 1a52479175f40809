import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bankEnvironment } from "#scripts/start/childPlans.ts";
import { placesIn } from "#scripts/start/dataDir.ts";
import { shellWithoutBank } from "#scripts/start/shellEnvironment.ts";

/** What deploy.md has in the environment of a bank's processes, filled in. */
const REAL = {
  ...Object.fromEntries(
    [...readFileSync("deploy/systemd/bank.env.example", "utf8").matchAll(/^([A-Z_]+)=/gm)].map(
      ([, name]) => [name, "the real one's"],
    ),
  ),
  DATA_DIR: "/var/lib/bank",
  SECRETS_FILE: "/var/lib/bank/secrets.json",
  SMPP_URL: "smpp://sms.example.com:2775",
  SMPP_PASSWORD: "the real one's",
  PGBACKREST_STANZA: "real",
  RESTORE_DIR: "/var/lib/bank-restore",
  NODE_ENV: "production",
};

test("a bank of a drill takes nothing of a real one whose environment the shell has", () => {
  const shell = { ...REAL, PATH: "/usr/bin", HOME: "/root", NODE_OPTIONS: "--cpu-prof" };
  expect(shellWithoutBank(shell)).toEqual({
    PATH: "/usr/bin",
    HOME: "/root",
    NODE_OPTIONS: "--cpu-prof",
  });
});

test("it has its own keys, folder and gateways instead, as npm start gives them", () => {
  const places = placesIn("/tmp/drill/bank");
  const environment = bankEnvironment(
    {
      host: "127.0.0.1",
      port: 8080,
      sandboxPort: 8090,
      dataDir: places.dataDir,
      databaseUrl: undefined,
      isDemo: true,
      reset: false,
      isFast: false,
      environment: shellWithoutBank(REAL),
    },
    places,
    {
      urls: () => ({
        adminUrl: "",
        ownerUrl: "",
        readonlyUrl: "",
        appUrl: "postgres://app@own/bank",
      }),
      pid: () => undefined,
      stop: () => Promise.resolve(),
      kill: () => undefined,
    },
  );
  expect(environment).toMatchObject({
    SECRETS_FILE: places.secrets,
    DATA_DIR: places.dataDir,
    DATABASE_URL: "postgres://app@own/bank",
    SMS_URL: "http://127.0.0.1:8090",
    DEMO: "1",
  });
  expect(environment).not.toHaveProperty("AUDIT_HEAD_DIR");
  expect(JSON.stringify(environment)).not.toContain("real");
});

test("whatever starts a bank of its own starts it with that environment", () => {
  const starters = [
    "scripts/start/ownBank.ts",
    "scripts/drill/drillBank.ts",
    "scripts/drill/byCommand.ts",
    "scripts/drillRestore/stage.ts",
    "scripts/drillFailover/inside.ts",
    "scripts/cluster/startCluster.ts",
    "scripts/bench/stage.ts",
    "scripts/test.ts",
    "test/e2e/support/startStack.ts",
    "test/run/runningStart.ts",
  ];
  for (const file of starters) {
    const source = readFileSync(file, "utf8");
    expect(source, file).toContain("shellWithoutBank(");
    expect(source, file).not.toMatch(/\.\.\.process\.env\b/);
  }
});
