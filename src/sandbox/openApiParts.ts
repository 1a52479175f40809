/** What the descriptions of the sandbox's interface are built of. */

export const text = { type: "string" } as const;
export const moment = { type: "string", format: "date-time" } as const;
export const amount = {
  type: "string",
  pattern: "^\\d{1,12}\\.\\d{2}$",
  example: "1250.50",
} as const;
export const signedAmount = { ...amount, pattern: "^-?\\d{1,12}\\.\\d{2}$" } as const;
export const accountNumber = { type: "string", pattern: "^\\d{10,16}$" } as const;
export const senderRefId = { type: "string", pattern: "^[A-Za-z0-9-]{1,20}$" } as const;

export type Schema = Record<string, unknown>;

export const object = (properties: Schema, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});
export const json = (schema: Schema) => ({ content: { "application/json": { schema } } });
export const answers = (schema: Schema, others: Record<string, string> = {}) => ({
  "200": { description: "Done", ...json(schema) },
  ...Object.fromEntries(
    Object.entries(others).map(([status, description]) => [status, { description }]),
  ),
});
export const inQuery = (name: string, schema: Schema, required = false) => ({
  name,
  in: "query",
  required,
  schema,
});

export const partner = { security: [{ clientId: [], clientSecret: [] }], tags: ["issuer"] };
export const refused = { "400": "Not understood", "401": "Unknown client" };
