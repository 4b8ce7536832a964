import { CmsError, isCmsError, isSiteId } from "@loam/cms-core";
import { type CheckedPush, type FileKind, MAIN, type SiteStore } from "@loam/cms-core/store";
import type { Logger } from "pino";
import type { SiteAction } from "../../api/permissions/actions.ts";
import { requireAction } from "../../api/permissions/can.ts";
import type { AuditLog } from "../../people/audit/audit-log.ts";
import { actorOfToken } from "../../people/identity/authenticate-request.ts";
import type { Identity } from "../../people/identity/identity.ts";
import { onSite, type SiteContext } from "../../people/workspaces/policies.ts";
import type { Hq } from "../../platform/hq.ts";
import type { TakeWrite } from "../../platform/limits/rate-counters.ts";
import { siteActor } from "../../sites/registry/site-actor.ts";
import type { SiteRegistry } from "../../sites/registry/site-registry.ts";
import type { OpenGitPlace, Push, PushReceiver } from "../git-place.ts";
import { issueLine } from "../issue-line.ts";

interface SitesGitDeps {
  readonly hq: Hq;
  readonly sites: SiteRegistry;
  readonly identity: Identity;
  readonly audit: Pick<AuditLog, "append">;
  /** A push counts as one write of its site. */
  readonly takeWrite: TakeWrite;
  readonly log: Logger;
}

/** Of what is compressed; binaries are in media storage (security notes, GIT-04). */
const MAX_PACK_BYTES = 200 * 1024 * 1024;

/** Which action each kind of file takes (contracts §6): what stands beside the content is for those who build the site. */
const ACTION_OF: Readonly<Record<FileKind, SiteAction>> = {
  entry: "entry.write",
  media: "media.write",
  schema: "schema.write",
  other: "schema.write",
  site: "site.settings",
};

/** Whether a name below `/git/` is that of a site. */
export function isSiteName(name: string): boolean {
  return isSiteId(name);
}

/** Finds a site's repository at its id: to be read by whoever may view the site, to be pushed to by the rules of the editor. */
export function openSitesByGit(deps: SitesGitDeps): OpenGitPlace {
  return async ({ name, service, token, address }) => {
    const { hq, sites, identity } = deps;
    const actor = await actorOfToken(identity, token, { address });
    const params = { site: name };
    const context = await onSite("site.read").authorise({ actor, params, database: hq.database });
    if (service === "git-upload-pack") {
      const repository = sites.repository(name) ?? (await sites.content(name)).store.repository;
      return { repository };
    }
    requireSomeWrite(context);
    hq.databaseWatch.requireIntact();
    const { store } = await sites.content(name);
    return {
      repository: store.repository,
      receiver: receiverOf(deps, store, { context, address }),
    };
  };
}

/** So that nobody sends much for nothing; which files may be changed is known once they are here. */
function requireSomeWrite(context: SiteContext): void {
  const refusals = Object.values(ACTION_OF).map((action) => refusalOf(context, action));
  const [first] = refusals;
  if (refusals.every((refusal) => refusal !== undefined) && first !== undefined) throw first;
}

function refusalOf(context: SiteContext, action: SiteAction): CmsError | undefined {
  try {
    requireAction(context, action);
    return undefined;
  } catch (error) {
    if (isCmsError(error)) return error;
    throw error;
  }
}

interface Pusher {
  readonly context: SiteContext;
  readonly address: string;
}

function receiverOf(
  { sites, audit, takeWrite, log }: SitesGitDeps,
  store: SiteStore,
  { context, address }: Pusher,
): PushReceiver {
  const { actor, site } = context;
  let incomplete: readonly string[] = [];
  return {
    maxPackBytes: MAX_PACK_BYTES,
    refuseRef: (ref) => (ref === MAIN ? undefined : whyNot(ref)),
    async check({ moves, incoming }) {
      const [move] = moves;
      if (move === undefined) return [];
      const { from, to } = move;
      if (from === null) throw new CmsError("stale", "main is not where it was.");
      const write = await takeWrite(site.id, () => undefined);
      let isTaken = false;
      try {
        await store.refresh();
        const checked = await store.checkPush({ incoming, from, to });
        const wrong = checked.issues.map((issue) => issueLine(issue));
        const lines = [...rightLines(context, checked), ...wrong];
        if (lines.length > 0) return lines;
        incomplete = checked.incomplete;
        // What cannot be recorded does not happen.
        const params = { site: site.id, commit: to };
        await audit.append({ event: "site.pushed", actor, params, address });
        isTaken = true;
        return [];
      } finally {
        if (!isTaken) await write.giveBack();
      }
    },
    async landed(push) {
      try {
        return await followPush(push);
      } catch (error) {
        // It is in. The next look at the site goes on from there.
        log.error({ err: error, siteId: site.id }, "a push was not followed");
        return ["It is in; HQ will show it when it can read the site again."];
      }
    },
  };

  async function followPush({ moves }: Push): Promise<readonly string[]> {
    const since = moves[0]?.from ?? undefined;
    try {
      await sites.followContent(site.id);
      if (incomplete.length === 0) return [];
      const { commit } = await store.completePushed({
        actor: siteActor(undefined),
        paths: incomplete,
        ...(since !== undefined && { since }),
      });
      const files = incomplete.length === 1 ? "1 entry" : `${incomplete.length} entries`;
      return [`HQ completed ${files} in ${commit.slice(0, 12)}. Run: git pull`];
    } finally {
      await sites.follow(site.id);
    }
  }
}

function whyNot(ref: string): string {
  if (ref === "refs/heads/published")
    return `${ref}: HQ alone writes what is live; publish in the editor.`;
  return `${ref}: only main is pushed here.`;
}

/** Each kind of file that somebody may not change, by the first path of it. */
function rightLines(context: SiteContext, { touched }: CheckedPush): readonly string[] {
  return [...touched].flatMap(([kind, path]) => {
    const refusal = refusalOf(context, ACTION_OF[kind]);
    return refusal === undefined ? [] : [`${path}: forbidden: ${refusal.message}`];
  });
}
