/** Every address of the console, below /console. */
export const paths = {
  signIn: "/sign-in",
  enrol: "/enrol",
  home: "/",
  search: "/search",
  openTransfers: "/transfers",
  audit: "/audit",
  staff: "/staff",
  roles: "/roles",
} as const;
