import type { ChangeDetail } from "../../api/changes/change.ts";
import type { ChangeChecks } from "../../api/changes/checks.ts";
import type { Site } from "../../api/sites.ts";
import type { ChangeViewer } from "../stage/merge-rules.ts";
import type { Names } from "../stage/person-name.tsx";

/** Props shared by the parts of any change request's screen. */
export interface ReviewParts {
  readonly detail: ChangeDetail;
  readonly onlooker: ChangeViewer;
  readonly names: Names;
}

/** Additional props for a site's change request. */
export interface ChangeParts extends ReviewParts {
  readonly site: Site;
  /** Undefined while loading, and for closed change requests. */
  readonly checks: ChangeChecks | undefined;
}

/** Returns the element id of a part of a change request. */
export function anchorOf(path: string): string {
  return `of-${path.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}`;
}
