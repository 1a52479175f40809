import type { Catalogue } from "#console/texts/texts.ts";
import type { StaffAction } from "#contract/staff/actions.ts";

/** What an action is called: a name of its own, or asking for and deciding a kind of request. */
export function actionName(texts: Catalogue["staff"], action: StaffAction): string {
  const [area = "", verb = ""] = action.split(".");
  const kinds: Readonly<Record<string, string>> = texts.kinds;
  const kind = kinds[verb];
  if (area === "request" && kind !== undefined) return texts.asks(kind);
  if (area === "decide" && kind !== undefined) return texts.decides(kind);
  const names: Readonly<Record<string, string>> = texts.actions;
  return names[action] ?? action;
}

/** Actions of one area stand together; to ask for and to decide are two areas. */
export function areaOf(action: StaffAction): string {
  return action.split(".")[0] ?? "";
}
