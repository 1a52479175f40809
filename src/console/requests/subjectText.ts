import { cellName } from "#console/parts/cellName.ts";
import { dayText } from "#console/parts/Day.tsx";
import type { Catalogue } from "#console/texts/texts.ts";
import type { RequestSummary } from "#contract/staff/requests.ts";

/**
 * What a request is about, in words: the server names people, transfers and files itself; settings and
 * switches it knows by their keys, a holiday by its day. A key that the catalogue lacks keeps its name.
 */
export function subjectText(
  { subject, subjectName }: Pick<RequestSummary, "subject" | "subjectName">,
  texts: Catalogue["operations"],
  language: string,
): string {
  const known: Record<string, Record<string, string>> = {
    setting: texts.feeNames,
    feature: texts.featureNames,
    maintenance: texts.maintenanceNames,
  };
  const end = subject.indexOf(":");
  const [what, key] = [subject.slice(0, end), subject.slice(end + 1)];
  if (what === "holiday") return dayText(key, language);
  if (what === "approval") {
    const [act = "", payee = "", amount = "", whose] = key.split(":");
    return cellName({ act, payee, amount, hasPasskey: whose === "passkey" }, texts.policy);
  }
  return known[what]?.[key] ?? subjectName;
}
