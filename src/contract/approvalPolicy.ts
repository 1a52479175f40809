import { TRANSFER_KIND_NAMES, TRANSFER_KINDS, type TransferKind } from "./transferKinds.ts";

/** How a member approves an act: by the code of a text, or by a passkey. */
export type Means = "code" | "passkey";

/**
 * What an act takes. 'code' is a code by text or a passkey, 'passkey' a passkey alone, and 'passkey_and_wait' the same
 * of an act that waits (WAIT_HOURS); 'office' is not online.
 */
export const NEEDS = ["nothing", "code", "passkey", "passkey_and_wait", "office"] as const;
export type Needs = (typeof NEEDS)[number];

export const PAYEES = ["none", "known", "new"] as const;
export const AMOUNTS = ["any", "below", "above"] as const;

/** Under which circumstance an act is judged: to whom, how much, and whether the member has a passkey. */
export type Circumstance = {
  payee: (typeof PAYEES)[number];
  amount: (typeof AMOUNTS)[number];
  hasPasskey: boolean;
};

/**
 * For how many hours an act waits before it counts, as shipped, whatever approved it: time to stop what the member did
 * not ask for. A freeze waits from its beginning, everything else from when it was asked for. Two people of the staff
 * may choose longer waits, never shorter ones: members are told these as the least.
 */
export const WAIT_HOURS = {
  raise_limit: 24,
  raise_own_limit: 24,
  release_lock: 24,
  lift_freeze: 12,
} as const;
export type WaitingAct = keyof typeof WAIT_HOURS;
/** The longest wait that may be chosen: a week. */
const MOST_WAIT_HOURS = 168;

/** What an act takes as shipped, and what two people of the staff may choose in its place. */
type Proofs = { shipped: Needs; choices: readonly Needs[] };
type ActFacts = { withPasskey: Proofs; without: Proofs };

const proofs = (shipped: Needs, ...others: Needs[]): Proofs => ({
  shipped,
  choices: NEEDS.filter((needs) => needs === shipped || others.includes(needs)),
});

/** Takes a code or a passkey; staff may ask for the passkey of whoever has one. */
const CODE: ActFacts = {
  withPasskey: proofs("code", "passkey", "office"),
  without: proofs("code", "passkey", "office"),
};
/** Takes the passkey of whoever has one, and a code of whoever has none. */
const RISKY: ActFacts = {
  withPasskey: proofs("passkey", "code", "office"),
  without: proofs("code", "passkey", "office"),
};
/** The same of an act that waits. It waits with a code as well, so that no choice has it count at once. */
const RISKY_AND_WAITS: ActFacts = {
  withPasskey: proofs("passkey_and_wait", "code", "office"),
  without: proofs("code", "passkey_and_wait", "office"),
};

/** What a signed-in member approves besides transfers. Each is a purpose of an approval, too. */
export const APPROVED_ACTS = {
  raise_limit: RISKY_AND_WAITS,
  reveal_cvv: RISKY,
  reset_pin: RISKY,
  /** For its fee; who fetches it is seen at an office. */
  replace_card: CODE,
  accept_loan: RISKY,
  /** It stays in the house and lowers a debt of the member's own: no pause stops it. */
  pay_loan: CODE,
  /** The same of every payment to come, each announced the day before. */
  automatic_debit: CODE,
  /** The member stands at the counter: by the code that is read to the teller, or in the portal on the own phone. */
  cash_withdrawal: CODE,
  raise_own_limit: RISKY_AND_WAITS,
  release_lock: RISKY_AND_WAITS,
  /** The first one takes a code: nobody who has none could make one otherwise. */
  add_passkey: { ...RISKY, without: proofs("code", "office") },
  /**
   * A code also of whoever has one: with the phone that held it a member would lose all that takes a passkey, and could
   * make no other. What a thief gains by it waits: the removal begins the pause, and every warning tells of it.
   */
  remove_passkey: {
    withPasskey: proofs("code", "passkey", "office"),
    without: proofs("code", "office"),
  },
} as const satisfies Record<string, ActFacts>;
export type ApprovedAct = keyof typeof APPROVED_ACTS;
// The keys of this very object.
export const APPROVED_ACT_NAMES = Object.keys(APPROVED_ACTS) as ApprovedAct[];

/** Acts that no code of a session approves: sign-ins with a password, and what takes an office. */
const OTHER_ACTS = {
  /** LOGIN_OTP is the least; what stands here may only ask for more. */
  sign_in_known_device: {
    withPasskey: proofs("nothing", "code", "passkey"),
    without: proofs("nothing", "code"),
  },
  sign_in_new_device: {
    withPasskey: proofs("nothing", "code", "passkey"),
    without: proofs("nothing", "code"),
  },
  /** With a code besides the passkey, once the freeze has lasted; before that, at an office. */
  lift_freeze: { withPasskey: proofs("passkey_and_wait", "office"), without: proofs("office") },
  /** Nothing online does it. Whoever changes it at an office is seen there (change_mobile, change_email). */
  change_contact: { withPasskey: proofs("office"), without: proofs("office") },
} as const satisfies Record<string, ActFacts>;

type TransferAct = `transfer_${TransferKind}`;
export type Act = TransferAct | ApprovedAct | keyof typeof OTHER_ACTS;

export const transferAct = (kind: TransferKind): TransferAct => `transfer_${kind}`;

/** What staff call the transfers of each kind among the acts: as everywhere in the console. */
export const transferActNames = (language: "en" | "fil"): Record<TransferAct, string> =>
  // Every kind is in the list.
  Object.fromEntries(
    TRANSFER_KIND_NAMES.map((kind) => [
      transferAct(kind),
      TRANSFER_KINDS[kind].staffName[language],
    ]),
  ) as Record<TransferAct, string>;

/** A row of the policy: an act in one circumstance; 0 hours where it counts at once. */
export type PolicyRow = Circumstance & Proofs & { act: Act; waitHours: number };

const isWaiting = (act: Act): act is WaitingAct => Object.hasOwn(WAIT_HOURS, act);
const waitHoursOf = (act: Act): number => (isWaiting(act) ? WAIT_HOURS[act] : 0);

/** Whether two people of the staff may choose that the act waits for so long. */
export const mayWaitFor = (act: Act, hours: number): boolean =>
  isWaiting(act) && hours >= WAIT_HOURS[act] && hours <= MOST_WAIT_HOURS;

/** Waits that the console offers for an act beside the one it has. */
export const offeredWaits = (act: Act, now: number): number[] =>
  [...new Set([waitHoursOf(act), 24, 48, 72, 96, MOST_WAIT_HOURS, now])]
    .filter((hours) => mayWaitFor(act, hours))
    .toSorted((a, b) => a - b);

function rowsOf(act: Act, { withPasskey, without }: ActFacts): PolicyRow[] {
  const of = { act, payee: "none", amount: "any", waitHours: waitHoursOf(act) } as const;
  return [
    { ...of, hasPasskey: true, ...withPasskey },
    { ...of, hasPasskey: false, ...without },
  ];
}

/** A great sum to somebody new takes a passkey; whoever has none makes one, or pays less. */
function rowsOfTransfer(kind: TransferKind): PolicyRow[] {
  const act = transferAct(kind);
  if (!TRANSFER_KINDS[kind].hasPayee) return rowsOf(act, CODE);
  return (["known", "new"] as const).flatMap((payee) =>
    (["below", "above"] as const).flatMap((amount) => {
      const shipped = payee === "new" && amount === "above" ? "passkey" : "code";
      const each = proofs(shipped, "code", "passkey", "office");
      const of = { act, payee, amount, waitHours: 0 };
      return [true, false].map((hasPasskey) => ({ ...of, hasPasskey, ...each }));
    }),
  );
}

/** Every row that there is, in the order of the console: what is shipped. */
export const POLICY_ROWS: readonly PolicyRow[] = [
  ...TRANSFER_KIND_NAMES.flatMap(rowsOfTransfer),
  ...APPROVED_ACT_NAMES.flatMap((act) => rowsOf(act, APPROVED_ACTS[act])),
  ...Object.entries(OTHER_ACTS).flatMap(([act, facts]) =>
    // The keys of this very object.
    rowsOf(act as keyof typeof OTHER_ACTS, facts),
  ),
];

/** Every act, once, in the order of the console. */
export const ACTS: readonly Act[] = [...new Set(POLICY_ROWS.map(({ act }) => act))];
