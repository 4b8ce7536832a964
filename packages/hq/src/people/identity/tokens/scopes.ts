import { CmsError } from "@loam/cms-core";
import { TOKEN_SCOPES, type TokenScope } from "../../../api/permissions/actions.ts";

/** Whether text names a scope; one that a later version has taken away does not. */
export function isTokenScope(text: string): text is TokenScope {
  return TOKEN_SCOPES.some((scope) => scope === text);
}

/**
 * Reads scopes, in the order of the table and each once.
 *
 * @throws CmsError `invalid` for a scope that there is not, or for none at all.
 */
export function parseScopes(texts: readonly string[]): readonly TokenScope[] {
  const unknown = texts.find((text) => !isTokenScope(text));
  const scopes = TOKEN_SCOPES.filter((scope) => texts.includes(scope));
  if (unknown === undefined && scopes.length > 0) return scopes;
  const wrong = unknown === undefined ? "A token needs a scope" : `There is no scope ${unknown}`;
  throw new CmsError("invalid", `${wrong}; there are ${TOKEN_SCOPES.join(", ")}.`, {
    details: { field: "scopes", allowed: TOKEN_SCOPES },
  });
}
