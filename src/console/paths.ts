/** Every address of the console, below /console. */
export const paths = {
  signIn: "/sign-in",
  home: "/",
  search: "/search",
  openTransfers: "/transfers",
  audit: "/audit",
} as const;
