import { ISSUER_KINDS, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { ModelInstapay } from "./modelInstapay.ts";
import type { IssuerEffect, ModelIssuer } from "./modelIssuer.ts";
import type { ModelPesonet } from "./modelPesonet.ts";
import type { Watch } from "./life.ts";

export type NoticeCheck = { wrongs: string[] };

/** Looks at what a member is about to be told: the money must already be where it says. */
export function watchNotices({
  issuer,
  instapay,
  pesonet,
  told,
}: {
  issuer: ModelIssuer;
  instapay: ModelInstapay;
  pesonet: ModelPesonet;
  told: NoticeCheck;
}): Watch["see"] {
  const isBack = (effect: IssuerEffect | undefined) =>
    effect === undefined ||
    effect.state === "refused" ||
    effect.state === "barred" ||
    effect.reversal === "done";
  const hasCredited = (refNo: string) =>
    (instapay.items.get(refNo) ?? pesonet.items.get(refNo))?.said.has("credit") === true;
  const isDone = (refNo: string) => issuer.effects.get(refNo)?.state === "done";
  /** Or it was never asked: a freeze gives back what was not sent yet. */
  const isNotDone = (refNo: string) => {
    const state = issuer.effects.get(refNo)?.state;
    return state === undefined || state === "refused";
  };
  const holds: Record<string, (refNo: string) => boolean> = {
    ...Object.fromEntries(
      ISSUER_KINDS.flatMap((kind) => {
        const { credited, returned } = TRANSFER_KINDS[kind].notices;
        return [[credited, isDone] as const, ...returned.map((one) => [one, isNotDone] as const)];
      }),
    ),
    card_transfer_in: isDone,
    money_on_card: isDone,
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
