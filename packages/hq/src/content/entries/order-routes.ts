import { CmsError, isCmsError } from "@loam/cms-core";
import { reorderPublished } from "@loam/cms-core/publish";
import {
  type Actor,
  type EntryRef,
  type PlacedEntry,
  planMove,
  type SavedOrders,
} from "@loam/cms-core/site";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { siteActor, type SiteContent } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { entryAnswer } from "./entry-answer.ts";
import { ENTRY, entryParams } from "./entry-input.ts";
import { replyChanged, requireEntry } from "./reply-entry.ts";
import { requireSchema } from "./save-fields.ts";

const moveBody = z.union(
  [
    z.strictObject({ direction: z.enum(["up", "down"]) }),
    z.strictObject({
      before: z.string().nullable().meta({ description: "ID of an entry; null for the end." }),
    }),
  ],
  {
    error: 'Send either {"direction": "up" or "down"} or {"before": the ID of an entry, or null}.',
  },
);

/** Reorders and duplicates entries. */
export function orderRoutes({ hq, sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "post",
      path: `${ENTRY}/move`,
      id: "moveEntry",
      summary: "Move an entry in its list. The live order changes immediately",
      policy: onSite("entry.publish"),
      commits: true,
      input: { params: entryParams, body: moveBody },
      answer: entryAnswer,
      handle: async ({ site, actor, params, body }) => {
        const content = await sites.content(site.id);
        const ref = requireEntry(content.store, params);
        const changed = await moveEntry(content, ref, {
          move: body,
          actor: siteActor(actor),
          now: hq.now,
          follow: async () => sites.follow(site.id),
        });
        return replyChanged(sites, site.id, { ref, changed });
      },
    }),
    defineRoute({
      method: "post",
      path: `${ENTRY}/duplicate`,
      id: "duplicateEntry",
      summary: "Duplicate an entry as a draft with its own slug",
      policy: onSite("entry.write"),
      commits: true,
      input: { params: entryParams },
      status: 201,
      answer: entryAnswer,
      handle: async ({ site, actor, params }) => {
        const { store } = await sites.content(site.id);
        const ref = requireEntry(store, params);
        if (requireSchema(store, ref.type).kind === "object") {
          throw new CmsError(
            "conflict",
            `"${ref.type}" has the kind Object and already has its entry.`,
          );
        }
        const { values } = await store.readUpgraded(ref);
        const input = { type: ref.type, values };
        const saved = await store.saveEntry(input, { actor: siteActor(actor) });
        const reply = await replyChanged(sites, site.id, { ref: saved.ref, saved });
        return reply;
      },
    }),
  ];
}

/** Target position of an entry: an index, before another entry, or at the end. */
type Move =
  | { readonly direction: "up" | "down" }
  /** Null: at the end. */
  | { readonly before: string | null };

interface MoveEntry {
  readonly move: Move;
  readonly actor: Actor;
  readonly now: () => Date;
  /** Updates lists to the current state of the site. */
  readonly follow: () => Promise<void>;
}

const ATTEMPTS = 5;

/**
 * Moves an entry in its type's order. Writes as few files as possible in one commit on `main`. If the entries are live,
 * the order takes effect immediately with one commit on `published`.
 *
 * @returns whether the position changed
 * @throws CmsError `content_not_found` for an unknown entry in `before`; `conflict` if others keep moving entries;
 * `invalid` for an object type
 */
async function moveEntry(
  content: SiteContent,
  ref: EntryRef,
  { move, actor, now, follow }: MoveEntry,
): Promise<boolean> {
  const { store, index } = content;
  if (store.type(ref.type)?.latest?.kind === "object") {
    throw new CmsError("invalid", `"${ref.type}" has the kind Object and has only one entry.`);
  }
  for (let attempt = 1; ; attempt += 1) {
    const ordered = await index.versions(ref.type);
    const orders = planMove(ordered, ref.id, targetOf(ordered, ref, move));
    if (orders.size === 0) return false;
    const message = `Move ${ref.type}/${ref.slug}`;
    try {
      const { moved } = await saveOrders(content, {
        ref,
        ordered,
        orders,
        actor,
        message,
      });
      await reorderPublished(store, { moved, actor, message, now });
      return true;
    } catch (error) {
      if (!isCmsError(error) || error.code !== "stale") throw error;
      if (attempt === ATTEMPTS) {
        const busy = "Other users are moving entries. Try again in a moment.";
        throw new CmsError("conflict", busy, { cause: error });
      }
      await follow();
    }
  }
}

interface SaveOrders {
  readonly ref: EntryRef;
  readonly ordered: readonly PlacedEntry[];
  readonly orders: ReadonlyMap<string, number>;
  readonly actor: Actor;
  readonly message: string;
}

async function saveOrders(
  { store }: SiteContent,
  { ref, ordered, orders, actor, message }: SaveOrders,
): Promise<SavedOrders> {
  const changes = ordered.flatMap(({ id, sortOrder }) => {
    const to = orders.get(id);
    return to === undefined ? [] : [{ id, from: sortOrder, to }];
  });
  const trailers = { "Loam-Entry": ref.id };
  return store.saveOrders({ type: ref.type, changes }, { actor, message, trailers });
}

/** Returns the id of the entry that will follow: its own id if it doesn't move, undefined at the end. */
function targetOf(
  ordered: readonly PlacedEntry[],
  { id, type }: EntryRef,
  move: Move,
): string | undefined {
  const at = ordered.findIndex((entry) => entry.id === id);
  if ("direction" in move) {
    const isLast = at === ordered.length - 1;
    if (move.direction === "up") return ordered[Math.max(0, at - 1)]?.id;
    return isLast ? id : ordered[at + 2]?.id;
  }
  if (move.before === null) return undefined;
  if (ordered.some((entry) => entry.id === move.before)) return move.before;
  throw new CmsError("content_not_found", `Entry not found in "${type}": ${move.before}.`);
}
