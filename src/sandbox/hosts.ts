import type { FastifyInstance } from "fastify";

const LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Answers only calls to this machine's own names at the port that listens. A page elsewhere whose
 * domain is made to point at this machine would otherwise read the codes on the phones.
 */
export function answerLocalOnly(server: FastifyInstance): void {
  server.addHook("onRequest", async (request, reply) => {
    if (isLocal(request.headers.host, request.socket.localPort)) return;
    const message = "The sandbox answers to localhost, 127.0.0.1 and [::1] alone";
    await reply.code(421).send({ errors: [{ code: "MISDIRECTED_REQUEST", message }] });
  });
}

function isLocal(host: string | undefined, port: number | undefined): boolean {
  // Browsers leave the standard port out.
  const ending = port === 80 ? "" : `:${port}`;
  return LOCAL_NAMES.some((name) => `${name}${ending}` === host?.toLowerCase());
}
