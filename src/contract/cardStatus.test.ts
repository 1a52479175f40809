import { expect, test } from "vitest";
import { canBeLocked, cardOverlay, cardStatusNumbers, displayStatus } from "./cardStatus.ts";

test("V05 the numbers on the wire, in one place", () => {
  expect(Object.values(cardStatusNumbers)).toEqual([0, 1, 2, 3, 4, 10, 11, 12]);
});

test("M01 one overlay: deactivated before suspended before admin lock before member lock", () => {
  const both = { adminLocked: 1, memberLocked: 1 };
  expect(cardOverlay({ status: 2, ...both })).toBe("deactivated");
  expect(cardOverlay({ status: 3, ...both })).toBe("suspended");
  expect(cardOverlay({ status: 1, ...both })).toBe("admin_locked");
  expect(cardOverlay({ status: 1, adminLocked: 0, memberLocked: 1 })).toBe("member_locked");
  expect(cardOverlay({ status: 1, adminLocked: 0, memberLocked: 0 })).toBeUndefined();
});

test.each([
  [{ accountNo: "990100000019", status: "active", persoStatus: "not_applied" }, true],
  [{ accountNo: "990100000019", status: "deactivated", persoStatus: "not_applied" }, true],
  [{ accountNo: "", status: "processing", persoStatus: "not_applied" }, true],
  [{ accountNo: "", status: "not_applied", persoStatus: "for_pickup" }, true],
  [{ accountNo: "", status: "not_applied", persoStatus: "for_activation" }, true],
  [{ accountNo: "", status: "not_applied", persoStatus: "failed" }, true],
  [{ accountNo: "", status: "failed", persoStatus: "not_applied" }, false],
  [{ accountNo: "", status: "not_applied", persoStatus: "not_applied" }, false],
])("S084 %j can be locked at the desk: %s", (card, isSo) => {
  expect(canBeLocked(card)).toBe(isSo);
});

test("M04 the personalized card's status shows when there is no generic card", () => {
  expect(displayStatus(0, 4)).toBe(4);
  expect(displayStatus(1, 4)).toBe(1);
  expect(displayStatus(0, 0)).toBe(0);
});
