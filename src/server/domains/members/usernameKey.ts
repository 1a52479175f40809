/** Usernames are one regardless of case and of how a keyboard composes a letter. */
export function usernameKey(username: string): string {
  return username.normalize("NFKC").toLowerCase();
}
