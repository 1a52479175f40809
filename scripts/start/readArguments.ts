/**
 * What `read` makes of a command's words (usually node's parseArgs). `--help` prints how the command is called and
 * ends with 0; words that it does not know end with 2 and one sentence above that, before anything is done.
 */
export function readArguments<Read>(usage: string, read: () => Read): Read {
  if (process.argv.slice(2).some((word) => word === "--help" || word === "-h")) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return read();
  } catch (error) {
    const [sentence = ""] = String(error instanceof Error ? error.message : error).split("\n");
    console.error(`${sentence}\n\n${usage}`);
    process.exit(2);
  }
}

/** The whole number of `least` to `most` that `text` is. Throws a sentence that begins with `name` when it is none. */
export function readWhole(name: string, text: string, least: number, most: number): number {
  if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new Error(`${name} takes a whole number from ${least} to ${most}, not '${text}'.`);
}
