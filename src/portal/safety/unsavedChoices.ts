import type { NoticeChannel, NoticeGroup } from "#contract/noticeChoices.ts";
import { currentSession } from "#portal/api/sessionState.ts";

/** One channel of one kind of notice. */
export type Place = `${NoticeGroup} ${NoticeChannel}`;
export type Switched = Partial<Record<Place, boolean>>;

let kept: { epoch: number; switched: Switched } | undefined;

/** What was switched and not saved when the page was left, in this session. In memory only. */
export const unsavedChoices = (): Switched =>
  kept !== undefined && kept.epoch === currentSession()?.epoch ? kept.switched : {};

/** Keeps it for whoever comes back to the page. */
export function keepUnsaved(switched: Switched): void {
  const epoch = currentSession()?.epoch;
  kept = epoch === undefined ? undefined : { epoch, switched };
}
