import { type DraftOption, newKey } from "./schema-draft.ts";

type Options = readonly DraftOption[];

export function addOption(options: Options): Options {
  return [...options, { key: newKey(), value: "", label: "", follows: true }];
}

/** Changes an option. An unedited value follows the label. */
export function changeOption(options: Options, key: string, more: Partial<DraftOption>): Options {
  return options.map((option) => {
    if (option.key !== key) return option;
    const changed = { ...option, ...more };
    if (!changed.follows) return changed;
    const taken = options.filter((one) => one.key !== key).map(({ value }) => value);
    return { ...changed, value: valueOf(changed.label, taken) };
  });
}

export function removeOption(options: Options, key: string): Options {
  return options.filter((option) => option.key !== key);
}

/** Moves an option before another one, or to the end. */
export function moveOption(options: Options, key: string, before: string | undefined): Options {
  const moved = options.find((option) => option.key === key);
  if (moved === undefined || key === before) return options;
  const others = removeOption(options, key);
  const at = before === undefined ? -1 : others.findIndex((option) => option.key === before);
  return others.toSpliced(at === -1 ? others.length : at, 0, moved);
}

/** Derives a value from a label: lowercase words of any script, joined by hyphens. */
function valueOf(label: string, taken: readonly string[]): string {
  const words = label.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const base = words.join("-");
  if (base === "") return "";
  for (let number = 1; ; number += 1) {
    const value = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(value)) return value;
  }
}
