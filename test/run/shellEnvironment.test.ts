import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
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
  const shell = {
    ...REAL,
    PATH: "/usr/bin",
    HOME: "/root",
    NODE_OPTIONS: "--cpu-prof",
    PG_BIN: "/pg",
  };
  expect(shellWithoutBank(shell)).toEqual({
    PATH: "/usr/bin",
    HOME: "/root",
    NODE_OPTIONS: "--cpu-prof",
    PG_BIN: "/pg",
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

/** TypeScript below these folders. */
const sources = ["scripts", "lab", "test"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => path.join(folder, file)),
);

test("whatever starts a whole bank starts it with that environment, but npm start itself", () => {
  const starters = sources.filter(
    (file) =>
      !["scripts/start.ts", "scripts/start/startStack.ts"].includes(file) &&
      /\bstartStack\(\s*\{/.test(readFileSync(file, "utf8")),
  );
  expect(starters.length).toBeGreaterThanOrEqual(6);
  for (const file of starters) {
    const environments = readFileSync(file, "utf8").match(/\benvironment: \{[^}]*\}/g) ?? [];
    expect(environments, file).not.toEqual([]);
    // One that names all it has hands on nothing of the shell's.
    const handOn = environments.filter((one) => /\.\.\.|\benv\b/.test(one));
    expect(
      handOn.filter((one) => !one.includes("shellWithoutBank()")),
      file,
    ).toEqual([]);
  }
});

/** What hands its whole environment on, and may: commands on the real bank, browsers, what asks no bank. */
const HAND_ON = [
  "lab/firstLook.ts",
  "lab/lighthouse.ts",
  "scripts/checkBundle.ts",
  "scripts/findBrowser.ts",
  "scripts/start/operatorApp.ts",
  "scripts/start/startStack.ts",
  "scripts/takePictures.ts",
];

test("nothing else hands on all that the shell has", () => {
  const handing = sources.filter(
    (file) =>
      !/\.(test|spec)\.ts$/.test(file) &&
      readFileSync(file, "utf8").includes("...process" + ".env"),
  );
  expect(handing.toSorted()).toEqual(HAND_ON);
});
