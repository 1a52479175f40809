import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { queryClient } from "#portal/api/queries.ts";
import type { Intent } from "./order.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Asked, askedOf, payeeCheckRead, tellKnowing } from "./payeeCheckRead.ts";

/** The box that says that the member knows. */
export const KNOW_ID = "know-payee";

/** Whom an order pays, where somebody can be asked about them. */
export function askedOfIntent(intent: Intent): Asked | undefined {
  const { hasPayee, rail } = TRANSFER_KINDS[intent.kind];
  // The fields of an order are texts.
  return hasPayee ? askedOf({ ...intent }, rail !== null) : undefined;
}

/**
 * Whether the order may go on as far as the payee's name goes: where the bank has another name, once the member
 * says that they know; in every other case at once.
 */
export function useKnowing(intent: Intent) {
  const asked = askedOfIntent(intent);
  const [isKnown, setIsKnown] = useState(false);
  const [isMissed, setIsMissed] = useState(false);
  const [isSettling, setIsSettling] = useState(false);
  const { data } = useQuery({ ...payeeCheckRead(asked ?? NOBODY), enabled: asked !== undefined });

  async function settle(): Promise<boolean> {
    if (asked === undefined) return true;
    setIsSettling(true);
    try {
      const found = await queryClient.ensureQueryData(payeeCheckRead(asked)).catch(() => undefined);
      if (found?.answer !== "none") return true;
      if (!isKnown) {
        setIsMissed(true);
        document.getElementById(KNOW_ID)?.focus();
        return false;
      }
      await tellKnowing(asked);
      return true;
    } finally {
      setIsSettling(false);
    }
  }

  return {
    asked,
    isAnother: data?.answer === "none",
    /** Whose account it is, where that is told. */
    holder: data?.answer === "told" ? data.told : undefined,
    isKnown,
    isMissed: isMissed && !isKnown,
    know: setIsKnown,
    isSettling,
    settle,
  };
}

const NOBODY: Asked = { at: "card", body: { destination_account: "" } };
