import { randomText } from "../platform/secrets/secret-token.ts";

const FIRST = { worker: "w", run: "r", project: "p", workflow: "f" } as const;

/** 20 characters of lower-case base32, the first of which says what it names. */
export function newHubId(kind: keyof typeof FIRST): string {
  return FIRST[kind] + randomText(19);
}
