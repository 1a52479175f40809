import { CAMERA_PAGE } from "#common/cameraPage.ts";
import { paths } from "./paths.ts";

/** What needs no session; for a member they lead to the member's part. */
export const PUBLIC_PATHS = [
  "/login",
  "/signup",
  "/forgot",
  "/forgot-password",
  "/forgot-username",
  "/terms-and-conditions",
  "/privacy",
  paths.status,
  paths.someoneElse,
  paths.frozen,
];

/** A page of a member's, and no other address: a link may say anything. */
export function isMemberPage(address: string, ownOrigin: string): boolean {
  const read = readAddress(address, ownOrigin);
  if (read?.origin !== ownOrigin) return false;
  return [...Object.values(paths), CAMERA_PAGE].some(
    (path) =>
      !PUBLIC_PATHS.includes(path) &&
      (read.pathname === path || read.pathname.startsWith(`${path}/`)),
  );
}

/** Not by URL.canParse, which the oldest browsers that we build for do not have. */
function readAddress(address: string, ownOrigin: string): URL | undefined {
  try {
    return new URL(address, ownOrigin);
  } catch {
    return undefined;
  }
}
