import { makeClientTypes } from "./client-types/make-client-types.ts";

// npm run build:client: generates the types of the management client, which aren't in Git.
await makeClientTypes();
