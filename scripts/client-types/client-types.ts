import openapiTypescript, { astToString } from "openapi-typescript";
import ts from "typescript";

/** Path of the management client's types in the repository. */
export const CLIENT_TYPES = "packages/hq/src/client/management-api.ts";

const HEADER = `// Made by \`npm run generate\` from the OpenAPI document of HQ; a test compares the two.

`;

/** Generates TypeScript types from an OpenAPI document in JSON. */
export async function printClientTypes(document: string): Promise<string> {
  const nodes = await openapiTypescript(document, {
    // Values with a default can be omitted in requests.
    defaultNonNullable: false,
    transform: ({ format }) =>
      format === "binary" ? ts.factory.createTypeReferenceNode("Blob") : undefined,
    silent: true,
  });
  return HEADER + astToString(nodes);
}
