/** What a signed-in tab knows of itself. */
export type Identity = { guid: string; token: string };

let forgotten = 0;

/** How often this tab has forgotten its session. */
export const timesForgotten = (): number => forgotten;

/** True when this tab kept a session, without opening it. */
export const hasKeptSession = (): boolean =>
  sessionStorage.getItem("token") !== null && sessionStorage.getItem("guid") !== null;

/** Forgets the session of this tab at once. */
export function forgetSession(): void {
  forgotten += 1;
  sessionStorage.removeItem("token");
  sessionStorage.removeItem("guid");
}
