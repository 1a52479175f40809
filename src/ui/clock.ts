/** The browser's clock, in one place so that tests can move it. Milliseconds since 1970. */
export function browserNow(): number {
  return Date.now();
}
