import { isEntryId } from "../../base/ids.ts";
import { slugProblem } from "../../base/slug.ts";
import { authorText } from "../../base/text.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import { openYamlRecord, type YamlRecord } from "../../yaml/yaml-record.ts";
import { printMapping, stringLeaf, typedLeaf, type YamlTree } from "../../yaml/yaml-tree.ts";

const OBJECT_ID = /^[0-9a-f]{40}$/;
const STATES = ["published", "unpublished"] as const;

/**
 * Reads `ledger/<api_id>/<xx>/<entry_id>.yml`; `type` and `id` come from the path.
 *
 * @throws CmsError `invalid` with an issue and line per problem
 */
export function parseLedgerFile(
  bytes: Uint8Array,
  { path, type, id }: { readonly path: string; readonly type: string; readonly id: string },
): LedgerRecord {
  const record = openYamlRecord(bytes, path, "invalid");
  if (!isEntryId(id)) record.refuse("is not named after an entry ID");
  const slug = record.text("slug");
  if (slugProblem(slug) !== undefined && slug !== type)
    record.refuse(`"slug" is not a valid slug`, "slug");
  const ledger: LedgerRecord = {
    id,
    type,
    state: record.oneOf("state", STATES) ?? "unpublished",
    version: positive(record, "version"),
    blob: objectId(record, "blob"),
    schema: positive(record, "schema"),
    slug,
    sortOrder: record.integer("sortOrder"),
    createdAt: record.instant("createdAt"),
    updatedAt: record.instant("updatedAt"),
    publishedAt: record.instant("publishedAt"),
    by: record.text("by"),
    sourceCommit: objectId(record, "sourceCommit"),
    ...(record.has("formerSlugs") && { formerSlugs: formerSlugs(record) }),
  };
  record.finish();
  return ledger;
}

/** Formats a person for `by`: `Name <email>`. */
export function ledgerPerson({
  name,
  email,
}: {
  readonly name: string;
  readonly email: string;
}): string {
  return `${authorText(name)} <${authorText(email).replaceAll(/\s/g, "")}>`;
}

/** Prints one line per member, in the order of the format. */
export function printLedgerFile(ledger: LedgerRecord): Uint8Array {
  const entries = new Map<string, YamlTree>([
    ["state", typedLeaf(ledger.state)],
    ["version", typedLeaf(String(ledger.version))],
    ["blob", stringLeaf(ledger.blob)],
    ["schema", typedLeaf(String(ledger.schema))],
    ["slug", stringLeaf(ledger.slug)],
    ["sortOrder", typedLeaf(String(ledger.sortOrder))],
    ["createdAt", typedLeaf(ledger.createdAt)],
    ["updatedAt", typedLeaf(ledger.updatedAt)],
    ["publishedAt", typedLeaf(ledger.publishedAt)],
    ["by", stringLeaf(ledger.by)],
    ["sourceCommit", stringLeaf(ledger.sourceCommit)],
  ]);
  if (ledger.formerSlugs !== undefined) {
    entries.set("formerSlugs", { kind: "list", items: ledger.formerSlugs.map(stringLeaf) });
  }
  return Buffer.from(printMapping({ kind: "mapping", entries, known: () => true }));
}

function positive(record: YamlRecord, key: string): number {
  const value = record.integer(key);
  if (value < 1) record.refuse(`"${key}" must be at least 1`, key);
  return value;
}

function formerSlugs(record: YamlRecord): readonly string[] {
  return record.list("formerSlugs").flatMap((slug) => {
    if (typeof slug === "string" && slugProblem(slug) === undefined) return [slug];
    record.refuse(`"formerSlugs" must contain valid slugs`, "formerSlugs");
    return [];
  });
}

function objectId(record: YamlRecord, key: string): string {
  return record.checkedText(key, (text) => OBJECT_ID.test(text), "a Git object ID");
}
