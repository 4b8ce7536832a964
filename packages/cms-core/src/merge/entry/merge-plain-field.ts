import { trySpend, type StepBudget } from "../../base/step-budget.ts";
import type { ReadMarkdown } from "../../markdown/read-markdown.ts";
import { splitMarkdown } from "../../markdown/split-markdown.ts";
import { splitLines, type SplitText } from "../../markdown/text-parts.ts";
import type { Field } from "../../model/content-type.ts";
import type { FieldValue, SingleValue } from "../../model/entry.ts";
import { isList, isRows } from "../../model/walk-values.ts";
import { listSteps, type Merged, pickSide, valueKey, type Versions } from "../sequence/conflict.ts";
import { mergeList } from "../sequence/merge-list.ts";
import { mergeText } from "../text/merge-text.ts";

type Value = FieldValue | undefined;

/** Path of a value for conflicts, and the step budget of its merge. */
export interface MergeAt {
  readonly path: string;
  readonly budget: StepBudget;
  readonly read: ReadMarkdown;
}

interface LongText {
  readonly split: SplitText;
  readonly isMarkdown: boolean;
}

const LONG_TEXTS: Readonly<Record<string, LongText>> = {
  richtext: { split: splitMarkdown, isMarkdown: true },
  textarea: { split: splitLines, isMarkdown: false },
};

/**
 * Merges a value without rows that both sides changed: long texts by block and sentence, lists by item, anything else
 * whole. Short texts are merged whole, because half of each title would make no sense.
 */
export function mergePlainField(
  field: Field | undefined,
  values: Versions<Value>,
  { path, budget, read }: MergeAt,
): Merged<Value> {
  const conflicts = [{ path, base: values.base, ours: values.ours, theirs: values.theirs }];
  const long = field === undefined ? undefined : LONG_TEXTS[field.type];
  const texts = long === undefined ? undefined : textsOf(values);
  if (long !== undefined && texts !== undefined) {
    const { split, isMarkdown } = long;
    const { text, conflict } = mergeText(texts, { split, budget, ...(isMarkdown && { read }) });
    return { merged: text === "" ? undefined : text, conflicts: conflict ? conflicts : [] };
  }
  const lists = itemsOf(values);
  if (lists === undefined || !trySpend(budget, listSteps(lists))) {
    return { merged: pickSide(values.ours, values.theirs), conflicts };
  }
  const { merged, conflict } = mergeItems(lists, budget);
  return { merged, conflicts: conflict ? conflicts : [] };
}

function textsOf({
  base = "",
  ours = "",
  theirs = "",
}: Versions<Value>): Versions<string> | undefined {
  const areTexts =
    typeof base === "string" && typeof ours === "string" && typeof theirs === "string";
  return areTexts ? { base, ours, theirs } : undefined;
}

function itemsOf({
  base,
  ours,
  theirs,
}: Versions<Value>): Versions<readonly SingleValue[]> | undefined {
  if (![base, ours, theirs].some((value) => value !== undefined && isList(value))) return undefined;
  const [b, o, t] = [base, ours, theirs].map(asItems);
  return b && o && t ? { base: b, ours: o, theirs: t } : undefined;
}

function asItems(value: Value): readonly SingleValue[] | undefined {
  if (value === undefined) return [];
  return isList(value) && !isRows(value) ? value : undefined;
}

function mergeItems(
  { base, ours, theirs }: Versions<readonly SingleValue[]>,
  budget: StepBudget,
): { merged: Value; conflict: boolean } {
  const byKey = new Map<string, SingleValue>();
  const keys = (items: readonly SingleValue[]): string[] =>
    items.map((item) => {
      const key = valueKey(item);
      byKey.set(key, item);
      return key;
    });
  const { items, conflict } = mergeList(
    { base: keys(base), ours: keys(ours), theirs: keys(theirs) },
    budget,
  );
  const merged = items.map((key) => byKey.get(key)).filter((item) => item !== undefined);
  return { merged: merged.length === 0 ? undefined : merged, conflict };
}
