import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fitSite, fitUpstreams } from "#scripts/checkDeploy/proxyFiles.ts";
import { MAX_IMPORT_BYTES } from "#contract/staff/importFile.ts";
import { INSTAPAY_BYTES } from "#server/platform/gateways/rails/instapay.ts";
import { MAX_BODY_BYTES } from "#server/platform/http/readBody.ts";

const site = readFileSync("deploy/proxy/bank.conf", "utf8");
const ports = { http: 10_080, https: 10_443, api: 10_081 };

/** The largest body that a part of the example lets through, in bytes. */
function bodyLimit(part: string): number {
  const [, count, unit] = /client_max_body_size (\d+)([km]);/.exec(part) ?? [];
  return Number(count) * (unit === "m" ? 1024 ** 2 : 1024);
}

const location = (path: string) => {
  const [, text = ""] = site.split(`location ${path} {`);
  return text.slice(0, text.indexOf("}"));
};

test("the proxy lets through what the bank takes, and no more than a little beyond", () => {
  expect(bodyLimit(site)).toBe(MAX_BODY_BYTES);
  expect(bodyLimit(location("/api/staff/"))).toBeGreaterThan(MAX_IMPORT_BYTES);
  expect(bodyLimit(location("/api/rails/"))).toBeGreaterThanOrEqual(INSTAPAY_BYTES);
});

test("metrics and health stay inside, console and partners have networks of their own", () => {
  for (const path of ["/health/", "/metrics"])
    expect(location(path)).toMatch(/^\s+return 404;\s+$/);
  for (const path of ["/console", "/api/staff/"]) expect(location(path)).toContain("bank-offices");
  for (const path of ["/api/issuer/events", "/api/rails/", "/api/sms/reports"]) {
    expect(location(path)).toContain("bank-partners.conf");
  }
});

test("what a client says of its own address is replaced", () => {
  expect(site).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
  expect(site).not.toContain("$proxy_add_x_forwarded_for");
  // A location with one header of its own would lose all of those above it.
  const own = location("/socket.io/");
  expect(own.includes("proxy_set_header")).toBe(true);
  for (const name of ["Host", "X-Forwarded-For", "X-Forwarded-Proto"]) {
    expect(own).toContain(`proxy_set_header ${name} `);
  }
});

test("the example is fitted to a machine whole", () => {
  const fitted = fitSite(site, "/folder", ports);
  expect(fitted).not.toMatch(/\/etc\/nginx|\/var\/log|listen \[::\]|listen 443|listen 80/);
  const machine = readFileSync("deploy/proxy/bank-upstreams.conf", "utf8");
  expect(fitUpstreams(machine, ports).match(/127\.0\.0\.1:10081 /g)).toHaveLength(1);
  const container = readFileSync("deploy/container/bank-upstreams.conf", "utf8");
  expect(container.replaceAll(/api-1:8080|api-2:8080/g, "")).toBe(
    machine.replaceAll(/127\.0\.0\.1:808[12]/g, ""),
  );
});
