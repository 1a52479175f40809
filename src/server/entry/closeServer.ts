import type { FastifyInstance } from "fastify";

const LOOK_EVERY_MS = 50;

/**
 * Takes no new calls and resolves when those under way are answered. A connection that a client would
 * keep for its next call is closed as soon as nothing is under way on it.
 */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const letGo = setInterval(() => server.server.closeIdleConnections(), LOOK_EVERY_MS);
  try {
    await server.close();
  } finally {
    clearInterval(letGo);
  }
}
