import openapiTypescript, { astToString } from "openapi-typescript";
import ts from "typescript";

/** The file of the management client's types, below the repository. */
export const CLIENT_TYPES = "packages/hq/src/client/management-api.ts";

const HEADER = `// Made by \`npm run generate\` from the OpenAPI document of HQ; a test compares the two.

`;

/** The types of an OpenAPI document, given as JSON, as TypeScript. */
export async function printClientTypes(document: string): Promise<string> {
  const nodes = await openapiTypescript(document, {
    // What has a default may be left out of a request.
    defaultNonNullable: false,
    transform: ({ format }) =>
      format === "binary" ? ts.factory.createTypeReferenceNode("Blob") : undefined,
    silent: true,
  });
  return HEADER + astToString(nodes);
}
