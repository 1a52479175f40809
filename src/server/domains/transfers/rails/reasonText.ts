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

/** What the member is told for a code that is not in the list. */
const OTHER: Record<Language, string> = {
  en: "The receiving bank did not accept the transfer.",
  fil: "Hindi tinanggap ng tumatanggap na bangko ang transfer.",
};

/** The member's words for a rail's reason (data/live/rail-codes.json). */
export function reasonText(rail: Rail, code: string | null): Record<Language, string> {
  return (
    (code === null ? undefined : reasons.get(`${RAILS[rail].system} ${code}`)?.statuses) ?? OTHER
  );
}

/**
 * What a rail's reason comes to: 'timeout' says that nobody knows how it ended, whatever status it came
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
