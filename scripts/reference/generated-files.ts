import { format } from "oxfmt";
import { readOpenApi } from "./read-openapi.ts";
import { referencePages } from "./reference-pages.ts";

/** The files that `npm run generate` writes, by path: OpenAPI documents and reference pages. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const { management, read } = await readOpenApi();
  return new Map([
    ["packages/hq/openapi.json", await formatJson(management)],
    ["packages/hq/read-openapi.json", await formatJson(read)],
    ...(await referencePages(management)),
  ]);
}

/** Formats JSON as `npm run fix` does, so that changes to it are changed lines. */
async function formatJson(text: string): Promise<string> {
  return (await format("openapi.json", text, { printWidth: 100 })).code;
}
