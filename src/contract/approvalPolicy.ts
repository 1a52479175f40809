import { TRANSFER_KIND_NAMES, TRANSFER_KINDS, type TransferKind } from "./transferKinds.ts";

/** How a member approves an act: by the code of a text, or by a passkey. */
export type Means = "code" | "passkey";

/**
 * What an act takes. 'code' is a code by text or a passkey, 'passkey' a passkey alone, and 'passkey_and_wait'
 * that it counts a day later as well; 'office' is not online.
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
/** The same for what helps a member who has no passkey: it may not ask for one. */
const CODE_WITHOUT_PASSKEY: ActFacts = { ...CODE, without: proofs("code", "office") };

/** What a signed-in member approves besides transfers. Each is a purpose of an approval, too. */
export const APPROVED_ACTS = {
  raise_limit: CODE,
  reveal_cvv: CODE,
  accept_loan: CODE,
  raise_own_limit: CODE,
  release_lock: CODE,
  add_passkey: CODE_WITHOUT_PASSKEY,
  remove_passkey: CODE_WITHOUT_PASSKEY,
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
  /** With a code besides the passkey, HOURS_TO_UNFREEZE after the freeze; before that, at an office. */
  lift_freeze: { withPasskey: proofs("passkey", "office"), without: proofs("office") },
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

/** A row of the policy: an act in one circumstance. */
export type PolicyRow = Circumstance & Proofs & { act: Act };

function rowsOf(act: Act, { withPasskey, without }: ActFacts): PolicyRow[] {
  const of = { act, payee: "none", amount: "any" } as const;
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
      return [true, false].map((hasPasskey) => ({ act, payee, amount, hasPasskey, ...each }));
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
