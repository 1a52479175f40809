import { useTexts } from "#console/texts/texts.ts";
import { whoText } from "./whoText.ts";

/** Who did something. */
export function Who({ name }: { name: string }) {
  return <>{whoText(name, useTexts("common").who)}</>;
}
