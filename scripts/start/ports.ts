import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { problem } from "./problem.ts";

/** Above what well-known programs use. */
const LOWEST_PORT = 10_240;
/** Linux gives out 32768 to 60999, others 49152 to 65535 (RFC 6335, section 6). */
const FIRST_GIVEN_OUT = 32_768;
const LOOKS = 100;

/** Throws a problem that names the port and the variable that changes it, when it cannot be opened. */
export async function assertPortFree(host: string, port: number, variable: string): Promise<void> {
  const code = await whyNot(host, port);
  if (code === undefined) return;
  if (code === "EADDRINUSE") {
    throw problem(
      `Port ${port} is in use by another program.`,
      `Stop that program, or choose another port: ${variable}=${port === 65_535 ? 8081 : port + 1} npm start`,
    );
  }
  if (code === "EACCES") {
    throw problem(
      `Port ${port} may not be opened by this user.`,
      `Choose one above 1023: ${variable}=8080 npm start`,
    );
  }
  throw problem(`${host}:${port} cannot be opened (${code}). Check HOST and ${variable}.`);
}

/**
 * A port nobody uses just now, of those that systems give to nobody by themselves: one they give out (32768
 * and up) may be the near end of anybody's next connection before it is listened on.
 */
export async function freePort(): Promise<number> {
  for (let look = 0; look < LOOKS; look++) {
    const port = randomInt(LOWEST_PORT, FIRST_GIVEN_OUT);
    if ((await whyNot("127.0.0.1", port)) === undefined) return port;
  }
  throw problem(`No free port was found between ${LOWEST_PORT} and ${FIRST_GIVEN_OUT}.`);
}

async function whyNot(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
