import { writeFileSync } from "node:fs";
import { openApiDocument } from "#server/http/openApi.ts";

writeFileSync("docs/openapi.json", `${JSON.stringify(openApiDocument(), null, 2)}\n`);
