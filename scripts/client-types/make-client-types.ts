import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const DOCUMENT = join(ROOT, "packages/hq/openapi.json");
const TYPES = join(ROOT, "packages/hq/src/client/generated/management-api.ts");

/** What the types depend on. */
const INPUTS = [DOCUMENT, import.meta.filename, join(ROOT, "package-lock.json")];

const HEADER = `// Generated from packages/hq/openapi.json by \`npm run build:client\`.

`;

/** Generates the types of `@loam/hq/client` from the OpenAPI document, unless they are up to date. */
export async function makeClientTypes(): Promise<void> {
  if (isCurrent()) return;
  const text = HEADER + (await printTypes(readFileSync(DOCUMENT, "utf8")));
  mkdirSync(dirname(TYPES), { recursive: true });
  // Compilers running at the same time see either the previous file or the whole new one.
  const written = `${TYPES}.${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, TYPES);
}

function isCurrent(): boolean {
  const made = statSync(TYPES, { throwIfNoEntry: false });
  return made !== undefined && INPUTS.every((file) => statSync(file).mtimeMs <= made.mtimeMs);
}

async function printTypes(document: string): Promise<string> {
  // Loading them takes longer than everything else, and most builds don't need them.
  const { default: openapiTypescript, astToString } = await import("openapi-typescript");
  const { default: ts } = await import("typescript");
  const nodes = await openapiTypescript(document, {
    // Values with a default can be omitted in requests.
    defaultNonNullable: false,
    transform: ({ format }) =>
      format === "binary" ? ts.factory.createTypeReferenceNode("Blob") : undefined,
    silent: true,
  });
  return astToString(nodes);
}
