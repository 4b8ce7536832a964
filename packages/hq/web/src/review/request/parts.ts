import type { ChangeDetail } from "../../api/changes/change.ts";
import type { ChangeChecks } from "../../api/changes/checks.ts";
import type { Site } from "../../api/sites.ts";
import type { Onlooker } from "../accepting.ts";
import type { Names } from "../person-name.tsx";

/** What the parts of the screen of any proposal know. */
export interface ReviewParts {
  readonly detail: ChangeDetail;
  readonly onlooker: Onlooker;
  readonly names: Names;
}

/** Of one of a site, also. */
export interface ChangeParts extends ReviewParts {
  readonly site: Site;
  /** Undefined until they are known, and of one that is over. */
  readonly checks: ChangeChecks | undefined;
}

/** Where a part of a proposal stands on the screen. */
export function anchorOf(path: string): string {
  return `of-${path.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}`;
}
