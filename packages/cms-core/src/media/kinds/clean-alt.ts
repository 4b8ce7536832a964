import { characterCount } from "../../base/characters.ts";
import { CmsError } from "../../base/errors.ts";
import { LIMITS } from "../../model/limits.ts";

/**
 * Alternative text as it is kept: one line, NFC.
 *
 * @throws CmsError `invalid` when it is over its limit
 */
export function cleanAlt(alt: string): string {
  const cleaned = alt.toWellFormed().normalize("NFC").replaceAll(/\s+/gu, " ").trim();
  if (characterCount(cleaned) <= LIMITS.altCharacters) return cleaned;
  throw new CmsError("invalid", `Alt text may have up to ${LIMITS.altCharacters} characters.`, {
    issues: [{ code: "invalid", message: "The alt text is too long.", field: "alt" }],
  });
}
