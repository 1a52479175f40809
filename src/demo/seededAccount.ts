/** An account of a seeded member. */
export type SeededAccount = { id: bigint; ledgerAccountId: bigint; number: string };
