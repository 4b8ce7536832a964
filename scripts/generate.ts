import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { makeClientTypes } from "./client-types/make-client-types.ts";
import { generatedFiles } from "./reference/generated-files.ts";

// npm run generate: the OpenAPI documents, the reference pages that are derived from the code, and the types of the management client.

const ROOT = resolve(import.meta.dirname, "..");

for (const [name, text] of await generatedFiles()) await writeFile(join(ROOT, name), text);
await makeClientTypes();
