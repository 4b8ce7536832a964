import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { CLIENT_TYPES, printClientTypes } from "./client-types/client-types.ts";
import { readOpenApi } from "./reference/read-openapi.ts";
import { referencePages } from "./reference/reference-pages.ts";

// npm run generate: the types of the management client, and the reference pages that the code has the data for.

const ROOT = resolve(import.meta.dirname, "..");

const document = await readOpenApi();
const files = new Map([
  [CLIENT_TYPES, await printClientTypes(document)],
  ...(await referencePages(document)),
]);
for (const [name, text] of files) {
  await mkdir(dirname(join(ROOT, name)), { recursive: true });
  await writeFile(join(ROOT, name), text);
}
