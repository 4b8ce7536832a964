import { CmsError } from "@loam/cms-core";

const RECENT_MS = 10 * 60 * 1000;

/**
 * Sensitive acts want a person who proved who they are within ten minutes: a browser that was left
 * open must not give away more than it shows.
 *
 * @throws CmsError `reauthentication_required`; `POST /session/step-up` helps.
 */
export function requireRecent(provenAt: string, { now }: { readonly now: () => Date }): void {
  if (now().getTime() - Date.parse(provenAt) <= RECENT_MS) return;
  throw new CmsError("reauthentication_required", "Prove again who you are to do this.");
}
