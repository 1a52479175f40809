/**
 * The statuses of a transfer to another bank, reported by the rail or decided by us. 'settle' is PESONet's
 * clearing advice; 'abolish' a batch that was dropped before settlement. 'refund' and 'keep' are our own
 * decisions: to refund a transfer whose outcome nobody has reported, and not to refund it after all.
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

/** What was reported for a transfer, and from where its refund is paid, once there is one. */
export type RailState = {
  hasAcknowledged: boolean;
  /** Its amount has left our position at the rail. A credit and a return imply it. */
  hasSettled: boolean;
  hasCredited: boolean;
  hasRejected: boolean;
  hasReturned: boolean;
  isHeld: boolean;
  /**
   * 'from_hold': it had not settled when the refund was decided. 'from_rail': it had, and the rail returns it.
   */
  refundFrom: "from_hold" | "from_rail" | null;
  /** The refund is complete, at the issuer and in our books. */
  isBack: boolean;
};

/**
 * What a status books. 'settle': the hold is paid to the rail and the fee is earned. 'late_success': the rail
 * keeps what we had refunded, so it is a receivable. 'recover': the receivable came back, or the refund was
 * not paid in the end. 'keep': the refund was not paid, and the hold pays the transfer.
 */
export type RailBooking = "settle" | "late_success" | "recover" | "keep";

export type RailContradiction = "credited_after_return" | "refused_after_credit" | "returned_again";

export type Transition = {
  state: RailState;
  bookings: RailBooking[];
  contradictions: RailContradiction[];
};

/** A transfer for which nothing was reported. */
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
 * The state of a transfer after one more status. The outcome depends on which statuses were reported, not on
 * their order or number, except for what time alone decides: money that was refunded stays with the member,
 * and money that was credited stays where it is. Nothing is booked twice.
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
 * Whether a refund that we decided by ourselves can still be stopped because the other bank has credited the
 * transfer: the refund would pay it twice. The credit stands if the issuer has not refunded it yet.
 */
export function mayStay(state: RailState): boolean {
  const { hasCredited, hasRejected, hasReturned, refundFrom, isBack } = state;
  return refundFrom !== null && !isBack && hasCredited && !hasRejected && !hasReturned;
}

/** Whether the rail keeps money that the member was refunded, or is about to be. */
export function isPaidTwice({
  hasCredited,
  hasSettled,
  hasReturned,
  refundFrom,
}: RailState): boolean {
  return !hasReturned && (hasCredited || (hasSettled && refundFrom === "from_hold"));
}

/** Whether it may still be credited or returned. */
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

/**
 * While a refund that we decided is not paid, the transfer may still be credited and stay: until then nobody
 * has lost anything.
 */
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
  // We refunded it in expectation of a return, and the receiving bank has it after all.
  if (state.refundFrom === "from_rail" && !state.hasReturned) bookings.push("late_success");
  const wasGivenBack = state.refundFrom !== null && !state.hasReturned;
  const credited = { ...state, hasSettled: true, hasCredited: true, isHeld: false };
  const isWrong = (wasGivenBack || state.hasRejected) && !mayStay(credited);
  return { state: credited, bookings, contradictions: isWrong ? ["credited_after_return"] : [] };
}

/** The receivable booked at the credit is dropped, because the member was not refunded. */
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

/** The amount leaves our position at the rail: paid by the hold, or, after a refund from the hold, by us. */
function settlement({ refundFrom }: RailState): RailBooking {
  return refundFrom === "from_hold" ? "late_success" : "settle";
}
