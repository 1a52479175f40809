import type { IssuerEffect } from "./modelIssuer.ts";
import type { Run } from "./run.ts";
import type { Watch } from "./life.ts";

export type Told = { wrongs: string[] };

/** Looks at what a member is about to be told: the money must already be where it says. */
export function watchNotices({
  issuer,
  instapay,
  pesonet,
  told,
}: Pick<Run, "issuer" | "instapay" | "pesonet" | "told">): Watch["see"] {
  const isBack = (effect: IssuerEffect | undefined) =>
    effect === undefined ||
    effect.state === "refused" ||
    effect.state === "barred" ||
    effect.reversal === "done";
  const hasCredited = (refNo: string) =>
    (instapay.items.get(refNo) ?? pesonet.items.get(refNo))?.said.has("credit") === true;
  const holds: Record<string, (refNo: string) => boolean> = {
    transfer_credited: (refNo) => issuer.effects.get(refNo)?.state === "done",
    transfer_returned: (refNo) => issuer.effects.get(refNo)?.state === "refused",
    card_transfer_credited: (refNo) => issuer.effects.get(refNo)?.state === "done",
    card_transfer_in: (refNo) => issuer.effects.get(refNo)?.state === "done",
    card_transfer_returned: (refNo) => issuer.effects.get(refNo)?.state === "refused",
    transfer_out_credited: hasCredited,
    transfer_out_returned: (refNo) => isBack(issuer.effects.get(refNo)),
    transfer_out_unanswered: (refNo) => isBack(issuer.effects.get(refNo)),
    transfer_out_not_sent: (refNo) => isBack(issuer.effects.get(refNo)),
  };
  return (text, values) => {
    if (!text.startsWith('insert into "notification"')) return;
    const [, kind, params] = values.map(String);
    const { refNo = "" } = JSON.parse(params ?? "{}") as { refNo?: string };
    if (holds[kind ?? ""]?.(refNo) === false) {
      told.wrongs.push(`the member is told ${kind} of ${refNo}, which is not so at that moment`);
    }
  };
}
