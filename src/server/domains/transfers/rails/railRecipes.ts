import type { RailBooking, RailState } from "./railStates.ts";

export type Rail = "instapay" | "pesonet";

/** Which recipe books it (data/journal-templates.json), and whether its lines move the fee too. */
type Named = { operation: string; step: string; fee: boolean };

/** How what a rail says is booked. */
export function railRecipe(rail: Rail, booking: RailBooking): Named {
  switch (booking) {
    case "settle":
      return rail === "instapay"
        ? { operation: "INSTAPAY_OUT", step: "success", fee: true }
        : { operation: "PESONET_OUT", step: "settle", fee: true };
    case "late_success":
      return { operation: outward(rail), step: "late_success", fee: false };
    case "recover":
      return rail === "instapay"
        ? { operation: "INSTAPAY_RETURN", step: "recover", fee: false }
        : { operation: "PESONET_OUT", step: "recover", fee: false };
    case "keep":
      return { operation: outward(rail), step: "kept", fee: true };
  }
}

/** How the amount with its fee gets back on the card. */
export function giveBackRecipe(rail: Rail, from: NonNullable<RailState["goingBack"]>): Named {
  if (rail === "instapay") {
    return from === "from_hold"
      ? { operation: "INSTAPAY_OUT", step: "reject", fee: true }
      : { operation: "INSTAPAY_RETURN", step: "post", fee: true };
  }
  return {
    operation: "PESONET_OUT",
    step: from === "from_hold" ? "abolished" : "return",
    fee: true,
  };
}

function outward(rail: Rail): string {
  return rail === "instapay" ? "INSTAPAY_OUT" : "PESONET_OUT";
}
