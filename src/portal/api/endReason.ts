/** Why a session ended, as far as the member is told. */
const END_REASONS = [
  "logout",
  "other_device",
  "new_password",
  "invalid_token",
  "token_error",
  "expired",
  "frozen",
  "forbidden",
  "server_error",
  "no_profile",
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Of a reason that was kept, by this release or another. */
export const isEndReason = (reason: unknown): reason is EndReason =>
  END_REASONS.some((one) => one === reason);
