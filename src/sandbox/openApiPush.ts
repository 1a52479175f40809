import { answers, inQuery, json, object, text } from "./openApiParts.ts";

const tags = ["push"];
const id = { name: "id", in: "path", required: true, schema: text };
const inHeader = (name: string, required: boolean) => ({
  name,
  in: "header",
  required,
  schema: text,
});
const done = { "200": { description: "Done" } };

/** The push service, and what its browsers do. */
export const pushPaths = {
  "/push/{id}": {
    post: {
      tags,
      summary: "Push a message to a browser (RFC 8030), signed by RFC 8292, encrypted by RFC 8291",
      parameters: [
        id,
        inHeader("Authorization", true),
        inHeader("TTL", true),
        inHeader("Urgency", false),
        inHeader("Topic", false),
      ],
      requestBody: {
        required: true,
        content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
      },
      responses: {
        "201": { description: "Taken; Location names the message" },
        "400": { description: "Without TTL or not aes128gcm" },
        "401": { description: "Not signed" },
        "403": { description: "Not signed rightly, or by another than the browser subscribed for" },
        "404": { description: "Never seen" },
        "410": { description: "Its owner took the permission back" },
        "413": { description: "Longer than 4096 bytes" },
        "429": { description: "Come again after Retry-After" },
      },
    },
  },
  "/push": {
    get: {
      tags,
      summary: "What was pushed, newest first, as its browser reads it",
      parameters: [inQuery("subscriber", text)],
      responses: answers({
        type: "array",
        items: object({
          id: text,
          subscriber: text,
          words: { type: ["string", "null"] },
          ttl: { type: "integer" },
          urgency: text,
          topic: text,
          at: { type: "string", format: "date-time" },
        }),
      }),
    },
  },
  "/push/subscribers": {
    post: {
      tags,
      summary: "Subscribe a browser of the sandbox's for a key",
      requestBody: {
        required: true,
        ...json(object({ applicationServerKey: text }, ["applicationServerKey"])),
      },
      responses: {
        "201": {
          description: "What a browser gives its page",
          ...json(object({ endpoint: text, p256dh: text, auth: text })),
        },
      },
    },
  },
  "/push/subscribers/{id}/end": {
    post: { tags, summary: "Take the permission back", parameters: [id], responses: done },
  },
};
