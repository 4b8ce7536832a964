import type { ContentType, MergeConflict } from "@loam/cms-core/browser";

/** The side whose change is kept. */
export type Side = "ours" | "theirs";

interface MergedType {
  readonly merged: ContentType;
  readonly conflicts: readonly MergeConflict[];
}

/** Applies conflict decisions to a merged schema. Undecided conflicts keep the merge's choice. */
export function decideConflicts(
  { merged, conflicts }: MergedType,
  decided: ReadonlyMap<string, Side>,
): ContentType {
  let type: ContentType = merged;
  for (const { path, ours, theirs } of conflicts) {
    const side = decided.get(path);
    if (side === undefined) continue;
    const next = put(type, stepsOf(path), side === "ours" ? ours : theirs);
    // The result is a valid type, because only one member changed.
    if (isType(next)) type = next;
  }
  return type;
}

/** A step to a member, or to the item with a given name in a list member. */
interface Step {
  readonly member: string;
  readonly item?: string;
}

/** Parses paths such as `fields[faq].fields[question].label`. Option names can contain any character. */
export function stepsOf(path: string): readonly Step[] {
  const steps: Step[] = [];
  let rest = path;
  while (rest !== "") {
    const [whole, member = "", item] = /^(\w+)(?:\[(.*?)\])?(?:\.(?=\w+(?:$|[.[]))|$)/s.exec(
      rest,
    ) ?? [rest, rest];
    steps.push(item === undefined ? { member } : { member, item });
    rest = rest.slice(whole.length);
  }
  return steps;
}

function put(target: unknown, steps: readonly Step[], value: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  const { member, item } = step;
  const before = isObject(target) ? target : {};
  const inner = before[member];
  const after =
    item === undefined ? put(inner, rest, value) : putItem(inner, { item, rest, value });
  const others = Object.entries(before).filter(([key]) => key !== member);
  // The order of members is irrelevant, and undefined members are omitted.
  return Object.fromEntries(after === undefined ? others : [...others, [member, after]]);
}

interface PutItem {
  readonly item: string;
  readonly rest: readonly Step[];
  readonly value: unknown;
}

function putItem(list: unknown, { item, rest, value }: PutItem): readonly unknown[] {
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  const at = items.findIndex((one) => itemName(one) === item);
  const next = put(items[at], rest, value);
  if (next === undefined) return items.filter((_, place) => place !== at);
  return at === -1 ? [...items, next] : items.with(at, next);
}

/** Fields are identified by id, options by value. */
function itemName(item: unknown): unknown {
  if (!isObject(item)) return undefined;
  return item["id"] ?? item["value"];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isType(value: unknown): value is ContentType {
  return isObject(value) && Array.isArray(value["fields"]);
}
