import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { statementProof } from "#contract/statementProof.ts";
import { readStatementMonths } from "#contract/statements.ts";
import { checkSeal } from "#scripts/statement/checkSeal.ts";
import { makeStatements } from "#server/domains/statements/makeStatements.ts";
import { sealStatements } from "#server/domains/statements/sealStatements.ts";
import { bookForMember } from "#test/support/bookForMember.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await makeWorld();
  world.setTime(new Date("2026-09-14T02:00:00Z"));
  const capital = { withdrawable: 900_00n, fixed: 100_00n };
  member = await world.makeMember({ savings: 1_000_00n, storage: 0n, capital, card: null });
  for (let no = 0; no < 30; no += 1) {
    await bookForMember(world, member, {
      // The last hours of a day in Manila are still the day before elsewhere.
      at: `2026-10-${String((no % 28) + 1).padStart(2, "0")}T17:30:00Z`,
      reference: `CC-${no}`,
      named: "CAPITAL_DEPOSIT post",
      lines: [
        ["D", "1310", 50_05n],
        ["C", "3010", 5_00n],
        ["C", "2030", 45_05n],
      ],
    });
  }
  world.setTime(new Date("2026-11-21T02:00:00Z"));
  browser = await world.signIn(member);
  await makeStatements(world.app);
  await sealStatements(world.app, undefined, 2);
});
afterAll(() => world.close());

async function fetched(accountNo: string | undefined, rest: string, language = "en") {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await world.server.inject({
    method: "GET",
    url: `/api/members/${member.guid}/accounts/${accountNo}/statements/${rest}`,
    headers: {
      host: "localhost",
      cookie,
      authorization: `Bearer ${browser.token}`,
      "accept-language": language,
    },
  });
  expect(answer.statusCode).toBe(200);
  return answer;
}

test("S285 what a member takes home is found to be sealed: each account and month, in both languages", async () => {
  const answer = await world.call(readStatementMonths, {}, newBrowser());
  if (!answer.status) throw new Error(answer.message);
  const key = readFileSync(path.join(world.app.config.DATA_DIR, "statement-key.pem"), "utf8");
  const published = [new X509Certificate(key.slice(key.indexOf("-----BEGIN CERTIFICATE-----")))];
  for (const accountNo of Object.values(member.accountNumbers)) {
    for (const month of ["2026-09", "2026-10"]) {
      const proof = statementProof.parse((await fetched(accountNo, `${month}/proof`)).json());
      for (const language of ["en", "fil"]) {
        const paper = (await fetched(accountNo, month, language)).rawPayload;
        const findings = checkSeal({ paper, proof, sealed: answer.result, published });
        expect([month, language, ...findings.map(({ isRight }) => isRight)]).toEqual([
          month,
          language,
          true,
          true,
          true,
          true,
        ]);
      }
    }
  }
});
