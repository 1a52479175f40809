import type { DemoMember } from "./demoFiles.ts";

/** A demo member with the ids it got. */
export type SeededMember = DemoMember & {
  id: bigint;
  position: number;
  /** The seven digits that name the member within all numbers. */
  serial: string;
  cardId: bigint;
};
