/** Which step of somebody who is not signed in waits for a code. */
export type StageName = "login" | "signup" | "recovery" | "freeze" | "unfreeze";

/** Where this tab keeps, sealed, that it waits for the code of such a step (keptStage.ts). */
export const stagePlace = (stage: StageName): string => `stage-${stage}`;

/** True when this tab waited for a code before the page was loaded again. Cheap: for the login. */
export function hasKeptStage(stage: StageName): boolean {
  try {
    return sessionStorage.getItem(stagePlace(stage)) !== null;
  } catch {
    // A browser that keeps nothing.
    return false;
  }
}
