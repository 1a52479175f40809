import type { Catalogue } from "#console/texts/texts.ts";
import type { RequestKind } from "#contract/staff/requestPayloads.ts";

/** What a request of this kind asks for; a kind that the catalogue lacks keeps its name. */
export function kindText(kind: RequestKind, texts: Catalogue["requests"]): string {
  const known: Record<string, string> = texts.kinds;
  return known[kind] ?? kind;
}
