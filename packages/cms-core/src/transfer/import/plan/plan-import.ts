import type { Issue } from "../../../base/errors.ts";
import { characterCount } from "../../../base/text.ts";
import { validateEntry } from "../../../content/entry/validate-entry.ts";
import type { FoundLink } from "../../../markdown/scan-links.ts";
import { bodyField, type ContentType } from "../../../model/content-type.ts";
import type { Entry, EntryValues, FieldValue } from "../../../model/entry.ts";
import { LIMITS } from "../../../model/limits.ts";
import { eachItem } from "../../../model/walk-values.ts";
import { convertValues } from "../infer/convert-values.ts";
import type { FoundEntry } from "../infer/scalar.ts";
import { type BodyLinks, rewriteBody } from "../links/body-links.ts";
import type { Resolved } from "../links/resolve-link.ts";
import { isStorable } from "../source/media-name.ts";
import type { SyntaxRepair, SourceDocument } from "../source/read-document.ts";
import type { Notice } from "../source/report.ts";
import type { CollectedType, NamedEntry } from "./collect-entries.ts";
import { type LookupParts, makeLookup } from "./make-lookup.ts";
import { type TypePlan, planType } from "./plan-type.ts";

/** An entry as it will be on the site. */
export interface PlannedEntry {
  readonly entry: Entry;
  readonly source: NamedEntry;
  /** Date in the source. Without one, the site's existing date is kept. */
  readonly date: string | undefined;
  /** Whether it must not be published now: a draft, scheduled for later, or expired. */
  readonly heldBack: boolean;
  /** Media ids used in its values and body. */
  readonly media: ReadonlySet<string>;
  /** Number of internal links in its body, and how many of them were resolved. */
  readonly links: LinkCount;
}

interface LinkCount {
  readonly internal: number;
  readonly resolved: number;
}

export interface PlannedType extends TypePlan {
  readonly collected: CollectedType;
  readonly entries: readonly PlannedEntry[];
}

export interface ImportPlan {
  readonly types: readonly PlannedType[];
  readonly notices: readonly Notice[];
  readonly failed: readonly Issue[];
}

/** Returns the ids of the media used by a plan's entries. */
export function plannedMedia({ types }: Pick<ImportPlan, "types">): Set<string> {
  return new Set(types.flatMap(({ entries }) => entries.flatMap(({ media }) => [...media])));
}

export interface PlanParts extends Omit<LookupParts, "entries"> {
  /** Links in the bodies, by path. */
  readonly links: BodyLinks;
  /** When files without a date were added in Git, by path; ISO 8601. */
  readonly added: ReadonlyMap<string, string>;
  /** ISO 8601. Entries with a later date are scheduled. */
  readonly now: string;
}

/**
 * Plans content types, values, and bodies. Pure: nothing is written. If a file cannot become an entry, the rest is
 * planned again without it, because links and field types must not depend on a file that isn't imported.
 */
export function planImport(parts: PlanParts): ImportPlan {
  const failed: Issue[] = [];
  const broken = new Set<string>();
  for (;;) {
    const plan = planWithout(broken, parts);
    if (plan.failed.length === 0) return { ...plan, failed };
    failed.push(...plan.failed);
    for (const { path } of plan.failed) if (path !== undefined) broken.add(path);
  }
}

function planWithout(broken: ReadonlySet<string>, parts: PlanParts): ImportPlan {
  const linkable = keepEntries(parts.collected, ({ place, type, id }) => {
    return !broken.has(place.path) || isOnSite({ type, id }, parts);
  });
  const named = linkable.flatMap(({ entries }) => entries);
  const targets = new Map(named.map(({ place, id, type }) => [place.path, { id, type }]));
  const lookup = makeLookup({ ...parts, collected: linkable, entries: targets });
  const notices: Notice[] = [];
  const failed: Issue[] = [];
  const types: PlannedType[] = [];
  for (const collected of keepEntries(parts.collected, ({ place }) => !broken.has(place.path))) {
    const plan = planType(collected, parts.site, lookup);
    const converted = convertValues(plan.columns, plan.fields, lookup);
    const lost = new Set(converted.failed.map(({ path }) => path));
    failed.push(...converted.failed);
    notices.push(...collected.notices, ...plan.notices);
    const context = { parts, plan, targets, notices, failed };
    const entries = collected.entries
      .filter(({ place }) => !lost.has(place.path))
      .map((source) => planEntry(source, converted.byPath.get(source.place.path), context))
      .filter((entry) => entry !== undefined);
    types.push({ ...plan, collected, entries });
  }
  return { types, notices, failed };
}

/** Returns the collections with only these entries, and without empty collections. */
function keepEntries(
  collected: readonly CollectedType[],
  test: (entry: NamedEntry) => boolean,
): CollectedType[] {
  return collected
    .map((one) => ({ ...one, entries: one.entries.filter(test) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Entries of an earlier import can be linked to even if their file can no longer be read. */
function isOnSite({ type, id }: Pick<NamedEntry, "type" | "id">, { site }: PlanParts): boolean {
  return site.types.get(type)?.entries.some((entry) => entry.id === id) === true;
}

interface EntryContext {
  readonly parts: PlanParts;
  readonly plan: TypePlan;
  /** Entries that can be linked to, by path. */
  readonly targets: ReadonlyMap<string, FoundEntry>;
  readonly notices: Notice[];
  readonly failed: Issue[];
}

function planEntry(
  source: NamedEntry,
  fields: ReadonlyMap<string, FieldValue> | undefined,
  context: EntryContext,
): PlannedEntry | undefined {
  const { plan, parts, failed, notices } = context;
  for (const fault of source.document.repaired) {
    notices.push({ kind: "fault_mended", message: REPAIRED[fault], path: source.place.path });
  }
  for (const line of source.document.comments ?? []) {
    const message = "An Obsidian comment was omitted because readers don't see it.";
    notices.push({ kind: "comment_left_out", message, path: source.place.path, line });
  }
  const values = new Map(fields);
  const { text, links } = planBody(source, context);
  const body = bodyField(plan.type);
  if (body !== undefined && text.trim() !== "") values.set(body.id, text);
  const { path } = source.place;
  if (text.length > LIMITS.richtextCharacters && characterCount(text) > LIMITS.richtextCharacters) {
    const message = `The body has more than ${LIMITS.richtextCharacters} characters.`;
    failed.push({ code: "too_large", message, path, line: source.document.bodyLine });
    return undefined;
  }
  const date = dateOf(source, context);
  const createdAt = date ?? parts.now;
  const { id, type, slug } = source;
  const entry: Entry = { id, type, slug, schema: plan.version, createdAt, values };
  const scheduled = { ...entry, ...scheduleOf(source, parts.now) };
  const issues = validateEntry(scheduled, plan.type, { mode: "save" });
  if (issues.length > 0) {
    for (const issue of issues) failed.push({ ...issue, path });
    return undefined;
  }
  notices.push(...heldNotices(source, parts.now));
  return {
    entry: scheduled,
    heldBack: isHeldBack(source, scheduled, parts.now),
    source,
    date,
    media: usedIds(plan.type, values, text),
    links,
  };
}

const REPAIRED: Readonly<Record<SyntaxRepair, string>> = {
  control: "Control characters are not allowed in text and were replaced with spaces.",
  bracket:
    "A closing bracket at the start of a line is not valid YAML. The list was imported anyway.",
  unquoted: "A value that is not valid YAML was imported as text.",
};

/** Returns the date of the file, otherwise the time it was added in Git, but never a future one. */
function dateOf({ date, place }: NamedEntry, { parts, notices }: EntryContext): string | undefined {
  if (date !== undefined) return date;
  const added = parts.added.get(place.file ?? place.path);
  if (added !== undefined && added <= parts.now) {
    const message = "The file has no date. The date of the commit that added it was used.";
    notices.push({ kind: "date_from_git", message, path: place.path, about: added });
    return added;
  }
  const message = "Neither the file nor Git has a date. The time of the import was used.";
  notices.push({ kind: "no_date", message, path: place.path });
  return undefined;
}

/** Turns future times into a schedule. If the end has passed or precedes the start, the entry becomes a draft. */
function scheduleOf(source: NamedEntry, now: string): Pick<Entry, "publishAt" | "unpublishAt"> {
  const { until, draft } = source.state;
  const from = startOf(source, now);
  if (isOver(source, now)) return {};
  return {
    ...(from === now || draft ? {} : { publishAt: from }),
    ...(until === undefined ? {} : { unpublishAt: until }),
  };
}

function startOf({ state: { from } }: NamedEntry, now: string): string {
  return from === undefined || from < now ? now : from;
}

function isOver(source: NamedEntry, now: string): boolean {
  const { until } = source.state;
  return until !== undefined && until <= startOf(source, now);
}

/** Reports entries that are held back for a reason that isn't in their own file, where people would see it. */
function heldNotices(
  { place: { path }, inherited, state: { why, until } }: NamedEntry,
  now: string,
): Notice[] {
  if (why !== undefined && (why.key === undefined || inherited.has(why.key.toLowerCase()))) {
    const message = "The source excludes the page from its site, so it was imported as a draft.";
    return [{ kind: "held_back", message, path, about: why.text }];
  }
  if (why !== undefined || until === undefined || until > now) return [];
  const message = "The page has expired on its site, so it was imported as a draft.";
  return [{ kind: "held_back", message, path, about: until }];
}

function isHeldBack(source: NamedEntry, entry: Entry, now: string): boolean {
  return source.state.draft || isOver(source, now) || entry.publishAt !== undefined;
}

function planBody(
  source: NamedEntry,
  { parts, targets, notices }: EntryContext,
): { readonly text: string; readonly links: LinkCount } {
  const { place, document } = source;
  const links = parts.links.get(place.path);
  if (links === undefined) return { text: document.body, links: { internal: 0, resolved: 0 } };
  const rewritten = rewriteBody(document.body, links, {
    entryId: (path) => targets.get(path)?.id,
    mediaId: (path) => parts.media.get(path)?.id,
  });
  for (const { found, resolved } of rewritten.unresolved) {
    // A rejected image or document is reported once, for the file.
    if (resolved.kind === "asset" && isStorable(resolved.path)) continue;
    notices.push({
      ...whyUnresolved(resolved),
      about: found.target.slice(0, 200),
      path: place.path,
      line: lineOfLink(found, document),
    });
  }
  for (const { found, resolved } of links) {
    if (resolved.kind !== "entry") continue;
    if (found.kind === "wiki-embed") {
      const message = "The embedded note was replaced with a link.";
      notices.push({ kind: "embed_became_link", message, path: place.path, about: found.target });
    }
    if (resolved.guessed === true && targets.has(resolved.path)) {
      const message = "No page has this URL. The link now points to the most likely page.";
      const about = `${found.target.slice(0, 200)} → ${resolved.path}`;
      const line = lineOfLink(found, document);
      notices.push({ kind: "link_guessed", message, about, path: place.path, line });
    }
  }
  const internal = links.filter(({ resolved }) => resolved.kind !== "outside").length;
  const resolved = internal - rewritten.unresolved.length;
  return { text: rewritten.body, links: { internal, resolved } };
}

function whyUnresolved({ kind }: Resolved): Pick<Notice, "kind" | "message"> {
  if (kind === "asset") {
    const message = "This file type isn't supported. The link was left unchanged.";
    return { kind: "media_refused", message };
  }
  if (kind === "code") {
    const message =
      "The link points to a page generated by the site's own code and was left unchanged.";
    return { kind: "link_to_code", message };
  }
  const message = "The link points to nothing that was imported and was left unchanged.";
  return { kind: "link_unresolved", message };
}

function lineOfLink({ start }: FoundLink, { body, bodyLine }: SourceDocument): number {
  return bodyLine + body.slice(0, start).split("\n").length - 1;
}

const MEDIA_LINK = /media:(m[a-z2-7]{19})/g;

function usedIds({ fields }: ContentType, values: EntryValues, body: string): Set<string> {
  const used = new Set<string>();
  if (body.includes("media:")) {
    for (const [, id = ""] of body.matchAll(MEDIA_LINK)) used.add(id);
  }
  for (const { field, item } of eachItem(values, fields)) {
    if (field.type === "media" && typeof item === "object") used.add(item.id);
  }
  return used;
}
