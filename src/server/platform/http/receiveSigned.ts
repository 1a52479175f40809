import type { FastifyInstance } from "fastify";
import type { App } from "#server/platform/app.ts";
import { signedHeaders, type Signer, signedNonce } from "#server/platform/gateways/signedNonce.ts";

/** Unless more is said. */
const MAX_BODY_BYTES = 64 * 1024;

/** What a delivery is: safe with us, to be repeated, or not the partner's (or sent before). */
export type Receipt = "taken" | "later" | "refused";

/** What a delivery is answered where the partner waits for more than that it came: signed, as what it sends is. */
export type SignedAnswer = { httpStatus: number; body: string };

export type SignedDelivery = { nonce: string; body: Buffer; correlationId: string };

const ANSWERS: Record<Receipt, { httpStatus: number; message: string }> = {
  taken: { httpStatus: 200, message: "Received" },
  later: { httpStatus: 503, message: "Please repeat this later" },
  refused: { httpStatus: 401, message: "Not signed by the partner" },
};

/**
 * A POST address for what a partner has to tell. 401 for anything not signed by it within five
 * minutes, or that `take` knows from before; 200 once it is safe with us. Any other answer makes the
 * partner repeat it, which is what an outage of ours wants.
 */
export function receiveSigned(
  server: FastifyInstance,
  app: App,
  {
    path,
    signer,
    mediaType = "application/json",
    mostBytes = MAX_BODY_BYTES,
  }: { path: string; signer: Signer; mediaType?: string; mostBytes?: number },
  take: (delivery: SignedDelivery) => Promise<Receipt | SignedAnswer>,
): void {
  void server.register((scope, _options, done) => {
    // The signature covers the bytes as they came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(mediaType, { parseAs: "buffer" }, (_request, body, next) =>
      next(null, body),
    );
    scope.post(path, { bodyLimit: mostBytes }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const nonce = signedNonce(signer, app.now(), request.headers, body);
      const taken =
        nonce === undefined ? "refused" : await take({ nonce, body, correlationId: request.id });
      if (typeof taken === "object") {
        const { httpStatus, body: text } = taken;
        const signing = { at: app.now(), nonce: app.random.uuid() };
        return reply
          .code(httpStatus)
          .headers(signedHeaders(signer, signing, text))
          .type(httpStatus === 200 ? mediaType : "application/json")
          .send(text);
      }
      const { httpStatus, message } = ANSWERS[taken];
      return reply.code(httpStatus).send({ status: taken === "taken", message });
    });
    done();
  });
}
