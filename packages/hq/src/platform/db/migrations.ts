import type { Migration } from "kysely/migration";
import { controlData } from "./migrations/001-control-data.ts";
import { coordination } from "./migrations/002-coordination.ts";
import { identity } from "./migrations/003-identity.ts";
import { workspacePlans } from "./migrations/004-workspace-plans.ts";
import { siteAccess } from "./migrations/005-site-access.ts";
import { webhooks } from "./migrations/006-webhooks.ts";
import { audit } from "./migrations/007-audit.ts";
import { scheduler } from "./migrations/008-scheduler.ts";
import { idempotency } from "./migrations/009-idempotency.ts";
import { eventSequences } from "./migrations/010-event-sequences.ts";
import { workingCopies } from "./migrations/011-working-copies.ts";
import { skills } from "./migrations/012-skills.ts";
import { workers } from "./migrations/013-workers.ts";
import { hub } from "./migrations/014-hub.ts";
import { changes } from "./migrations/015-changes.ts";
import { proposedWords } from "./migrations/016-proposed-words.ts";
import { webhookNames } from "./migrations/017-webhook-names.ts";
import { review } from "./migrations/018-review.ts";
import { draftChanges } from "./migrations/019-draft-changes.ts";
import { upstreams } from "./migrations/020-upstreams.ts";
import { preferences } from "./migrations/021-preferences.ts";
import { cmsRequests } from "./migrations/022-cms-requests.ts";
import { workerPlaces } from "./migrations/023-worker-places.ts";
import { skillReviews } from "./migrations/024-skill-reviews.ts";
import { unvouchedFiles } from "./migrations/025-unvouched-files.ts";
import { rateWindows } from "./migrations/026-rate-windows.ts";
import { earlyTables } from "./migrations/027-early-tables.ts";

/**
 * All migrations in the order in which they run. A released migration is never changed, renamed, or moved. A new one
 * gets the next number, its own file in `migrations/`, and a line here.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "001-control-data": controlData,
  "002-coordination": coordination,
  "003-identity": identity,
  "004-workspace-plans": workspacePlans,
  "005-site-access": siteAccess,
  "006-webhooks": webhooks,
  "007-audit": audit,
  "008-scheduler": scheduler,
  "009-idempotency": idempotency,
  "010-event-sequences": eventSequences,
  "011-working-copies": workingCopies,
  "012-skills": skills,
  "013-workers": workers,
  "014-hub": hub,
  "015-changes": changes,
  "016-proposed-words": proposedWords,
  "017-webhook-names": webhookNames,
  "018-review": review,
  "019-draft-changes": draftChanges,
  "020-upstreams": upstreams,
  "021-preferences": preferences,
  "022-cms-requests": cmsRequests,
  "023-worker-places": workerPlaces,
  "024-skill-reviews": skillReviews,
  "025-unvouched-files": unvouchedFiles,
  "026-rate-windows": rateWindows,
  "027-early-tables": earlyTables,
};
