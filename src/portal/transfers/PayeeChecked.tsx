import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { type ReactNode, useState } from "react";
import type { Draft } from "./order.ts";
import { bankOf, kindOf, type Setup } from "./setup.ts";
import { askedOf } from "./payeeCheckRead.ts";
import { PayeeSays } from "./PayeeSays.tsx";

/**
 * The fields of a payee, and beneath them what the other side tells of it. It is asked once somebody has left the
 * fields: who is still typing asks about nobody.
 */
export function PayeeChecked(props: { setup: Setup; draft: Draft; children?: ReactNode }) {
  const { draft, setup, children } = props;
  const { rail } = TRANSFER_KINDS[kindOf(draft)];
  const asked = askedOf(draft.values, rail !== null);
  const now = JSON.stringify(asked);
  const [left, setLeft] = useState(now);
  const says =
    asked !== undefined && (left === now || children === undefined) ? (
      <PayeeSays
        asked={asked}
        bank={bankOf(setup, draft.values.destination_bank)?.shortName ?? ""}
      />
    ) : undefined;
  return (
    <div
      className="stack"
      onBlur={({ relatedTarget }) => afterPress(relatedTarget, () => setLeft(now))}
    >
      {children}
      <output className="payee-pause">{says}</output>
    </div>
  );
}

/**
 * At once for who goes on to another field. What is pressed must not move away between the finger's down and up:
 * for that the press is waited for.
 */
function afterPress(next: EventTarget | null, say: () => void) {
  if (next instanceof HTMLInputElement) say();
  else document.addEventListener("click", say, { once: true });
}
