import type * as z from "zod/mini";

/** A place of a contract at which a text is taken: its way, and what reads it. */
type TextSchema = { way: string; schema: z.ZodMiniType };

/** What is known of a schema: zod's own description of it. */
type Def = {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  options?: z.ZodMiniType[];
  in?: z.ZodMiniType;
  valueType?: z.ZodMiniType;
};

const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def;

/** Every place of a schema at which a text is taken, through objects, lists and choices. */
export function textSchemas(schema: z.ZodMiniType, way: string): TextSchema[] {
  const { type, shape, element, innerType, options, in: from, valueType } = defOf(schema);
  if (shape !== undefined) {
    return Object.entries(shape).flatMap(([name, of]) => textSchemas(of, `${way}.${name}`));
  }
  if (element !== undefined) return textSchemas(element, `${way}[]`);
  if (innerType !== undefined) return textSchemas(innerType, way);
  if (valueType !== undefined) return textSchemas(valueType, `${way}{}`);
  if (type === "pipe" && from !== undefined) {
    return textSchemas(from, way).length > 0 ? [{ way, schema }] : [];
  }
  if (options !== undefined) {
    const parts = options.flatMap((option) => textSchemas(option, way));
    return parts.some((part) => part.way === way) ? [{ way, schema }] : parts;
  }
  return type === "string" ? [{ way, schema }] : [];
}

/** A text of one form that programs make and nobody types: an identifier, a day, a moment, or a name of a list. */
export function isMadeByPrograms(schema: z.ZodMiniType): boolean {
  const { type, options } = defOf(schema);
  if (options !== undefined) return options.every(isMadeByPrograms);
  const { format } = schema._zod.def as unknown as { format?: string };
  return type === "enum" || format === "uuid" || format === "date" || format === "datetime";
}
