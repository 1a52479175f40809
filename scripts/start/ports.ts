import { createServer } from "node:net";
import { problem } from "./problem.ts";

/** Throws a problem that names the port and the variable that changes it, when it cannot be opened. */
export async function assertPortFree(host: string, port: number, variable: string): Promise<void> {
  const code = await whyNotOpened(host, port);
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

/** The system's reason why a port cannot be listened on, as EADDRINUSE; undefined when it can. */
export async function whyNotOpened(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
