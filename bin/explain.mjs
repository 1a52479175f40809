const CAUSES = [
  [/ENOSPC|no space left on device/i, "The disk is full: free some space and try again."],
  [/EROFS/, "The disk is read-only: copy the project to a place that can be written."],
  [
    /EACCES|EPERM/,
    "A file or folder may not be written by this user: see the line below for which, and give it back " +
      "with chown, or copy the project to a place of your own.",
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH/,
    "The package registry does not answer: check the connection (npm config get registry).",
  ],
  [
    /EUSAGE|npm ci.*can only install/i,
    "package.json and package-lock.json do not belong together.",
  ],
];

/** What probably went wrong, in a sentence, above the lines that say it in the program's own words. */
export function explain(output) {
  const cause = CAUSES.find(([pattern]) => pattern.test(output));
  const lines = output
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "" && !/^npm (warn|notice)/i.test(line))
    .slice(-15)
    .map((line) => `  ${line}`);
  return (cause ? [cause[1], ""] : []).concat(lines).join("\n");
}
