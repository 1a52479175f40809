/**
 * What can be said of a transfer to another bank, by the rail or by us. 'settle' is PESONet's clearing
 * advice; 'abolish' a batch that was dropped before settlement; 'refund' and 'keep' are our own: to be given
 * back although nobody has said how it ended, and not given back after all.
 */
export type RailStatus =
  | "ack"
  | "settle"
  | "credit"
  | "hold"
  | "reject"
  | "abolish"
  | "return"
  | "refund"
  | "keep";

/** What was heard of a transfer, and from where its money goes back, once it does. */
export type RailState = {
  hasAcknowledged: boolean;
  /** Its amount has left our position at the rail; a credit and a return imply it. */
  hasSettled: boolean;
  hasCredited: boolean;
  hasRejected: boolean;
  hasReturned: boolean;
  isHeld: boolean;
  /** 'from_hold': it had not settled when we decided. 'from_rail': it had, and comes back from there. */
  refundFrom: "from_hold" | "from_rail" | null;
  /** The issuer has put it back, and our books with it. */
  isBack: boolean;
};

/**
 * What is booked when a word is heard. 'settle': the hold is paid to the rail, the fee earned.
 * 'late_success': the rail keeps what we had given back, a receivable. 'recover': that came back, or was
 * not given back in the end. 'keep': it was not, and the hold pays it.
 */
export type RailBooking = "settle" | "late_success" | "recover" | "keep";

export type RailContradiction = "credited_after_return" | "refused_after_credit" | "returned_again";

export type Transition = {
  state: RailState;
  bookings: RailBooking[];
  contradictions: RailContradiction[];
};

/** A transfer of which nothing was heard. */
export const NOTHING_REPORTED: RailState = {
  hasAcknowledged: false,
  hasSettled: false,
  hasCredited: false,
  hasRejected: false,
  hasReturned: false,
  isHeld: false,
  refundFrom: null,
  isBack: false,
};

/**
 * A transfer after one more word. Which words were heard makes the end, not their order nor how often
 * they are said, but for what time alone decides: money that was given back stays with the member, and
 * money that was credited stays where it is. Nothing is booked twice.
 */
export function transition(before: RailState, status: RailStatus): Transition {
  const state = { ...before };
  switch (status) {
    case "ack":
      return quiet({ ...state, hasAcknowledged: true });
    case "hold":
      return quiet({ ...state, isHeld: isOpen(before) });
    case "refund":
      if (!isOpen(before)) return quiet(state);
      return quiet({
        ...state,
        isHeld: false,
        refundFrom: before.hasSettled ? "from_rail" : "from_hold",
      });
    case "reject":
    case "abolish":
      return applyReject(state);
    case "settle":
      return applySettle(state);
    case "credit":
      return applyCredit(state);
    case "return":
      return applyReturn(state);
    case "keep":
      return applyKeep(state);
  }
}

/**
 * Whether we decided to give it back unasked, and the other bank has it before it is back: to give it back
 * would pay it twice. It stays where it is if the issuer has not put it back yet.
 */
export function mayStay(state: RailState): boolean {
  const { hasCredited, hasRejected, hasReturned, refundFrom, isBack } = state;
  return refundFrom !== null && !isBack && hasCredited && !hasRejected && !hasReturned;
}

/** Whether the rail keeps what the member has back, or is about to have. */
export function isPaidTwice({
  hasCredited,
  hasSettled,
  hasReturned,
  refundFrom,
}: RailState): boolean {
  return !hasReturned && (hasCredited || (hasSettled && refundFrom === "from_hold"));
}

/** Whether it may still be credited or come back. */
export function isOpen({ hasCredited, refundFrom }: RailState): boolean {
  return !hasCredited && refundFrom === null;
}

function quiet(state: RailState): Transition {
  return { state, bookings: [], contradictions: [] };
}

function applyReject(state: RailState): Transition {
  if (state.hasRejected) return quiet(state);
  const contradictions: RailContradiction[] = [];
  if (state.hasReturned) contradictions.push("returned_again");
  if (state.hasCredited || (state.hasSettled && state.refundFrom === null)) {
    contradictions.push("refused_after_credit");
  }
  const refundFrom =
    state.refundFrom === null && !state.hasSettled ? ("from_hold" as const) : state.refundFrom;
  return {
    state: {
      ...state,
      hasRejected: true,
      refundFrom,
      isHeld: state.isHeld && refundFrom === null,
    },
    bookings: [],
    contradictions,
  };
}

/** What goes back because we decided it may yet be credited and stay: until it is back nobody has lost anything. */
function applySettle(state: RailState): Transition {
  if (state.hasSettled) return quiet(state);
  const isWrong = state.refundFrom === "from_hold" && (state.isBack || state.hasRejected);
  return {
    state: { ...state, hasSettled: true },
    bookings: [settlement(state)],
    contradictions: isWrong ? ["credited_after_return"] : [],
  };
}

function applyCredit(state: RailState): Transition {
  if (state.hasCredited) return quiet(state);
  const bookings: RailBooking[] = state.hasSettled ? [] : [settlement(state)];
  // Given back by us in expectation of a return: the receiving bank has it after all.
  if (state.refundFrom === "from_rail" && !state.hasReturned) bookings.push("late_success");
  const wasGivenBack = state.refundFrom !== null && !state.hasReturned;
  const credited = { ...state, hasSettled: true, hasCredited: true, isHeld: false };
  const isWrong = (wasGivenBack || state.hasRejected) && !mayStay(credited);
  return { state: credited, bookings, contradictions: isWrong ? ["credited_after_return"] : [] };
}

/** What was owed to us since the credit is not, for the member is without the money. */
function applyKeep(state: RailState): Transition {
  if (!mayStay(state)) return quiet(state);
  const booking = state.refundFrom === "from_hold" ? "keep" : "recover";
  return { state: { ...state, refundFrom: null }, bookings: [booking], contradictions: [] };
}

function applyReturn(state: RailState): Transition {
  if (state.hasReturned) return quiet(state);
  const bookings: RailBooking[] = state.hasSettled ? [] : [settlement(state)];
  const isReceivable =
    state.refundFrom === "from_hold" || (state.refundFrom === "from_rail" && state.hasCredited);
  if (isReceivable) bookings.push("recover");
  return {
    state: {
      ...state,
      hasSettled: true,
      hasReturned: true,
      isHeld: false,
      refundFrom: state.refundFrom ?? "from_rail",
    },
    bookings,
    contradictions: state.hasRejected ? ["returned_again"] : [],
  };
}

/** The amount leaves our position at the rail: out of the hold, or for the second time out of our own pocket. */
function settlement({ refundFrom }: RailState): RailBooking {
  return refundFrom === "from_hold" ? "late_success" : "settle";
}
