import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import type { Language } from "#contract/refusals.ts";
import { type Rail, RAIL_NAMES, RAILS } from "#contract/transferKinds.ts";
import { liveFile } from "#server/platform/base/liveFile.ts";

const file = z.object({
  reasonCodes: z.array(
    z.object({
      rail: z.enum(RAIL_NAMES.map((rail) => RAILS[rail].system)),
      code: z.string(),
      outcome: z.enum(["success", "return", "held", "timeout", "reject"]),
      memberMessage: z.string(),
      memberMessageFil: z.string(),
    }),
  ),
});

type Reason = { outcome: string; statuses: Record<Language, string> };

const reasons = readReasons();

/** The text for a reason code that is not in the list. */
const OTHER: Record<Language, string> = {
  en: "The receiving bank did not accept the transfer.",
  fil: "Hindi tinanggap ng tumatanggap na bangko ang transfer.",
};

/** The member's text for a reason code of a rail (data/live/rail-codes.json). */
export function reasonText(rail: Rail, code: string | null): Record<Language, string> {
  return (
    (code === null ? undefined : reasons.get(`${RAILS[rail].system} ${code}`)?.statuses) ?? OTHER
  );
}

/**
 * The outcome that a reason code means. 'timeout' means that the outcome is unknown, whatever status it came
 * with. Undefined for a code that is not in the list.
 */
export function reasonOutcome(rail: Rail, code: string): string | undefined {
  return reasons.get(`${RAILS[rail].system} ${code}`)?.outcome;
}

function readReasons(): Map<string, Reason> {
  const path = liveFile("rail-codes.json");
  const { reasonCodes } = file.parse(JSON.parse(readFileSync(path, "utf8")));
  return new Map(
    reasonCodes.map(({ rail, code, outcome, memberMessage, memberMessageFil }) => [
      `${rail} ${code}`,
      { outcome, statuses: { en: memberMessage, fil: memberMessageFil } },
    ]),
  );
}
