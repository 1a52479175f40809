import { randomInt } from "node:crypto";
import { whyNotOpened } from "#scripts/start/ports.ts";

/** Above what well-known programs use. */
const LOWEST_PORT = 10_240;
/** Linux gives out 32768 to 60999, others 49152 to 65535 (RFC 6335, section 6). */
const FIRST_GIVEN_OUT = 32_768;
const LOOKS = 100;

/**
 * A port nobody uses just now, of those that systems give to nobody by themselves: one they give out (32768
 * and up) may be the near end of anybody's next connection before it is listened on. Throws an Error when
 * a hundred of them were all in use.
 */
export async function freePort(): Promise<number> {
  for (let look = 0; look < LOOKS; look++) {
    const port = randomInt(LOWEST_PORT, FIRST_GIVEN_OUT);
    if ((await whyNotOpened("127.0.0.1", port)) === undefined) return port;
  }
  throw new Error(`No free port was found between ${LOWEST_PORT} and ${FIRST_GIVEN_OUT}.`);
}
