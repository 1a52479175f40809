import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { CARD, CARD_NUMBER, makeWalletBench, newReveal } from "#test/support/walletBench.ts";

const { startIssuer, later } = makeWalletBench();
const { token } = CARD;

test("S077 N09 a new CVV opens in the hand that asked, and the old one is refused from then on", async () => {
  const { issuer, openCard, buy, inHand } = await startIssuer();
  await openCard({ cvv: "407" });
  const read = async () => {
    const asked = await newReveal();
    const shown = await issuer.revealCvv({ token, publicKey: asked.publicKey });
    if (shown.kind !== "revealed") throw new Error(shown.kind);
    return asked.open(shown.sealed, CARD.accountNo);
  };
  expect(await read()).toBe("407");
  expect(await buy("1.00", { cvv: "407" })).toMatchObject({ responseCode: "00" });

  const asks = Array.from({ length: 10 }, () => issuer.generateCvv({ reference: "CV-1", token }));
  expect(await Promise.all(asks)).toEqual(Array(10).fill({ kind: "done" }));
  const fresh = await read();
  expect(fresh).toMatch(/^\d{3}$/);
  expect(fresh).not.toBe("407");
  expect((await inHand({ token }))[0]?.cvv).toBe(fresh);
  expect(await buy("1.00", { cvv: "407" })).toMatchObject({ reason: "wrong_cvv" });
  expect(await buy("1.00", { cvv: fresh })).toMatchObject({ responseCode: "00" });

  const elsewhere = `B${"A".repeat(86)}`;
  expect(await issuer.revealCvv({ token, publicKey: elsewhere })).toMatchObject({
    kind: "unknown",
  });
  await issuer.deactivate({ reference: "D-1", token, reason: "lost" });
  const asked = await newReveal();
  expect(await issuer.revealCvv({ token, publicKey: asked.publicKey })).toMatchObject({
    kind: "refused",
    code: "CARD_DEACTIVATED",
  });
});

test("S075 S077 S078 no number, PIN or CVV stands in the books or among the requests shown", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "vault-"));
  later(() => rmSync(folder, { recursive: true, force: true }));
  const first = await startIssuer({ dataFile: folder });
  await first.openCard({ cvv: "407", pin: "926357" });
  const block = (pin: string, purpose: "current" | "new") =>
    first.pin(pin, purpose, CARD.accountNo);
  await first.issuer.changePin({
    reference: "P-1",
    token,
    currentPin: await block("926357", "current"),
    newPin: await block("604813", "new"),
  });
  await first.withdraw("100.00", { pin: "604813" });
  await first.withdraw("100.00", { pin: "771350" });
  await first.buy("1.00", { cardNumber: CARD_NUMBER, cvv: "407" });
  const kit = await first.kit("KB-1");
  const customerId = await first.approved("CA-1");
  const newPin = await first.pin("538206");
  await first.issuer.linkCard({ reference: "A-1", ...kit, customerId, newPin });

  const books = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8"));
  expect(books).toHaveLength(2);
  const page = await (await fetch(first.sandbox.url)).text();
  const seen = /id="seen"[\s\S]*?<\/section>/.exec(page)?.[0] ?? "";
  expect(seen).toContain("CA-1");
  for (const text of [...books, seen]) {
    for (const secret of [CARD_NUMBER, kit.number, "926357", "604813", "771350", "538206"]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toContain('"407"');
  }
  for (const name of readdirSync(folder)) {
    expect(statSync(path.join(folder, name)).mode & 0o077, name).toBe(0);
  }

  await first.sandbox.close();
  const second = await startIssuer({ dataFile: folder });
  expect(await second.withdraw("100.00", { pin: "604813" })).toMatchObject({ responseCode: "00" });
  expect((await second.inHand({ token }))[0]).toMatchObject({
    cardNumber: CARD_NUMBER,
    cvv: "407",
  });
  expect(await second.issuer.pinOutcome({ reference: "P-1" })).toEqual({ kind: "changed" });
});
