import { randomText } from "../platform/secrets/secret-token.ts";

const FIRST = { worker: "w", run: "r", project: "p", workflow: "f" } as const;

/** Generates 20 characters of lowercase base32. The first one identifies the kind. */
export function newHubId(kind: keyof typeof FIRST): string {
  return FIRST[kind] + randomText(19);
}
