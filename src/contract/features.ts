import { TRANSFER_KIND_NAMES, TRANSFER_KINDS, type TransferKind } from "./transferKinds.ts";

/** Parts of the portal that staff can switch off. */
const PARTS = [
  "cardSection",
  "cardSettings",
  "transferFunds",
  "transactionHistory",
  /** To apply for a loan; what was applied for and lent is always there. */
  "loans",
] as const;

/** The switch of one kind of transfer. */
export type KindFeature = (typeof TRANSFER_KINDS)[TransferKind]["feature"];
export type Feature = (typeof PARTS)[number] | KindFeature;

const OF_KINDS: readonly KindFeature[] = TRANSFER_KIND_NAMES.map(
  (kind) => TRANSFER_KINDS[kind].feature,
);

/** Every switch that staff have: each part of the portal, and within transfers each kind. */
export const FEATURES: readonly [Feature, ...Feature[]] = [...PARTS, ...OF_KINDS];

/** The kind of transfer that a switch is of; undefined for a part of the portal. */
export const kindOfFeature = (name: string): TransferKind | undefined =>
  TRANSFER_KIND_NAMES.find((kind) => TRANSFER_KINDS[kind].feature === name);

/** What must be on for a call of this feature: itself, and for a kind of transfer all transfers. */
export const featuresNeeded = (feature: Feature): readonly Feature[] =>
  kindOfFeature(feature) === undefined ? [feature] : ["transferFunds", feature];

/** One value a feature, made by this. */
export const byFeature = <Value>(make: (feature: Feature) => Value): Record<Feature, Value> =>
  // Every feature is in the list.
  Object.fromEntries(FEATURES.map((name) => [name, make(name)])) as Record<Feature, Value>;

/** One value for the switch of each kind of transfer, made by this. */
export const byKindFeature = <Value>(
  make: (kind: TransferKind) => Value,
): Record<KindFeature, Value> =>
  // Every kind's switch is in the list.
  Object.fromEntries(
    TRANSFER_KIND_NAMES.map((kind) => [TRANSFER_KINDS[kind].feature, make(kind)]),
  ) as Record<KindFeature, Value>;
