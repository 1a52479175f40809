/*
 * What has to be there before the TypeScript of this project can run: a Node that is new enough, the
 * packages, Node 24 and the built portal and console. Plain JavaScript for any Node from 20 on, no dependencies.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { explain } from "./explain.mjs";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const STAMP = path.join(root, "node_modules", ".install-stamp");
const BUILD_STAMP = path.join(root, "dist", ".build-stamp");
const BUILT_FROM = [
  "src/portal",
  "src/console",
  "src/client",
  "src/ui",
  "src/contract",
  "src/common",
  "public",
  "brand.config.ts",
  "vite.config.ts",
  "vite.console.config.ts",
  "scripts/build.ts",
  "scripts/compress.ts",
  "scripts/writeConsolePage.ts",
  "scripts/prefixJoiners.ts",
  "scripts/rememberFailedImports.ts",
  "scripts/writePages.ts",
  "package-lock.json",
];

/** npm runs us in its stead (package.json says exec); when it is gone nobody is left who could stop us. */
const startedBy = process.ppid;
/** What a signal ends: us, or what we run just now. */
let endOn = () => process.exit(130);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => endOn(signal));
if (process.env.npm_lifecycle_event !== undefined) {
  const watch = setInterval(() => {
    if (process.ppid === startedBy) return;
    // Once: a second signal would not wait for what is under way.
    clearInterval(watch);
    endOn("SIGTERM");
  }, 500);
  watch.unref();
}

/** Checks Node, installs what is missing and returns the path of a Node that runs the project. */
export async function prepare() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 20) {
    fail(
      `This needs Node 20 or newer; this is Node ${process.versions.node}.`,
      "Install a newer one from https://nodejs.org and try again.",
    );
  }
  await installPackages();
  return findNode24();
}

/** Builds portal and console when their sources differ from what was built last, or when told to. */
export async function build(node24, always) {
  const hash = hashOf(BUILT_FROM);
  const isBuilt = ["portal/app.html", "console/index.html"].every((page) =>
    fs.existsSync(path.join(root, "dist", page)),
  );
  if (!always && isBuilt && readText(BUILD_STAMP) === hash) return;
  say("Building portal and console …");
  const done = await runToEnd(node24, ["scripts/build.ts"], { env: childEnvironment(node24) });
  if (done.status !== 0) fail("Portal and console could not be built.", explain(done.output));
  fs.writeFileSync(BUILD_STAMP, hash);
}

/**
 * Runs a program of the preparation and answers how it ended and what it said. A signal ends it with all that it
 * started, and then us.
 */
export function runToEnd(command, args, options) {
  const hasGroup = process.platform !== "win32";
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      detached: hasGroup,
      ...options,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    }
    const kill = (signal) => {
      try {
        if (hasGroup) process.kill(-child.pid, signal);
        else child.kill(signal);
      } catch {
        // It ended by itself.
      }
    };
    let isEnding = false;
    endOn = () => {
      isEnding = true;
      kill("SIGTERM");
      setTimeout(() => kill("SIGKILL"), 3000).unref();
    };
    child.on("error", (error) => resolve({ status: null, output, error }));
    child.on("close", (status) => {
      if (isEnding) process.exit(130);
      endOn = () => process.exit(130);
      resolve({ status, output });
    });
  });
}

/**
 * Runs a script of the project to its end and takes over its exit code. Signals are passed on, and
 * the script hears of our own death by the closed channel.
 */
export function run(node24, script, args) {
  const child = spawn(node24, [script].concat(args), {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: childEnvironment(node24),
  });
  endOn = (signal) => child.kill(signal);
  child.on("error", (error) => fail(`${script} could not be started.`, explain(String(error))));
  child.on("exit", (code) => process.exit(code === null ? 1 : code));
}

/** Runs `work` and turns whatever it throws into a plain sentence. */
export async function plainly(work) {
  try {
    await work();
  } catch (error) {
    fail("That did not work.", explain(`${error && error.code} ${error && error.stack}`));
  }
}

async function installPackages() {
  const lock = path.join(root, "package-lock.json");
  if (!fs.existsSync(lock)) fail("package-lock.json is missing: this is not a whole checkout.");
  const wanted = hashOf(["package-lock.json"]) + ` ${process.platform}-${process.arch}`;
  if (readText(STAMP) === wanted) return;
  if (readText(STAMP) === undefined && isInstalled(lock)) {
    try {
      fs.writeFileSync(STAMP, wanted);
    } catch {
      // Somebody else's installation: it is complete, so there is nothing to write down.
    }
    return;
  }
  // What the compiler found right was so with the packages of before.
  fs.rmSync(path.join(root, ".cache", "types"), { recursive: true, force: true });
  say("Installing packages; the first time this takes a minute …");
  const npm = process.env.npm_execpath;
  const args = [
    "ci",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const isScript = npm !== undefined && /\.c?js$/.test(npm) && fs.existsSync(npm);
  const done = await runToEnd(
    isScript ? process.execPath : "npm",
    isScript ? [npm].concat(args) : args,
    { shell: !isScript && process.platform === "win32" },
  );
  if (done.error) {
    fail(
      "npm could not be started, and the packages must be installed.",
      String(done.error.message),
    );
  }
  if (done.status !== 0) fail("The packages could not be installed.", explain(done.output));
  fs.writeFileSync(STAMP, wanted);
}

/** Whether npm's own record in node_modules holds every package of the lock that must be there. */
function isInstalled(lock) {
  try {
    const record = path.join(root, "node_modules", ".package-lock.json");
    const installed = JSON.parse(fs.readFileSync(record, "utf8")).packages;
    const locked = JSON.parse(fs.readFileSync(lock, "utf8")).packages;
    return Object.keys(locked)
      .filter((name) => name !== "" && !locked[name].optional)
      .every((name) => installed[name] && installed[name].version === locked[name].version);
  } catch {
    return false;
  }
}

function findNode24() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const file = process.platform === "win32" ? "node.exe" : "node";
  const packed = path.join(root, "node_modules", `node-${platform}-${process.arch}`, "bin", file);
  if (fs.existsSync(packed) && spawnSync(packed, ["--version"]).status === 0) return packed;
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 24 || (major === 24 && minor >= 15)) return process.execPath;
  return fail(
    "Node 24.15 or newer is needed to run the bank, and it did not come with the packages.",
    fs.existsSync(packed)
      ? "The packed one does not run on this system: install Node 24 from https://nodejs.org."
      : "Either the optional packages were left out (delete node_modules and try again, without " +
          "--omit=optional), or there is none for this system: install Node 24 from https://nodejs.org.",
  );
}

/** Programs started from here find Node 24 first, whatever the caller's own is. */
function childEnvironment(node24) {
  const bin = path.join(root, "node_modules", ".bin");
  return {
    ...process.env,
    PATH: [path.dirname(node24), bin, process.env.PATH].join(path.delimiter),
    // Keeps the stripped and compiled sources: starts in half the time.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || path.join(root, ".cache", "node"),
  };
}

function hashOf(names) {
  const hash = createHash("sha256");
  for (const name of names) {
    for (const file of filesUnder(path.join(root, name))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      hash
        .update(path.relative(root, file))
        .update("\0")
        .update(fs.readFileSync(file))
        .update("\0");
    }
  }
  return hash.digest("hex");
}

function filesUnder(place) {
  if (!fs.existsSync(place)) return [];
  if (!fs.statSync(place).isDirectory()) return [place];
  return fs
    .readdirSync(place)
    .sort()
    .flatMap((name) => filesUnder(path.join(place, name)));
}

function readText(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined;
}

function say(text) {
  console.log(text);
}

function fail(...lines) {
  console.error(`\n${lines.filter(Boolean).join("\n")}\n`);
  process.exit(1);
}
