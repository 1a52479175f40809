let username = "";

/**
 * The name that was just chosen or typed, for the login or the recovery that comes next; else "". In the memory of
 * this page alone: nothing is left behind on a phone that is shared.
 */
export const joinedUsername = (): string => username;

export function rememberJoinedUsername(chosen: string): void {
  username = chosen;
}

/** It was filled in; the next visit of the login starts empty. */
export function forgetJoinedUsername(): void {
  username = "";
}
