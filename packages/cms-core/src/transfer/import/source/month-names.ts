/** Languages whose dates have the order day, month, year, with the name of the month. */
const LANGUAGES =
  "de fr es it pt nl sv da nb fi pl cs sk ru uk el tr ro hu hr sl ca id af et lt lv bg".split(" ");

let known: ReadonlyMap<string, number> | undefined;

/** Returns the number of a month by its name or abbreviation in a European language; 0 for other words. */
export function monthOfName(written: string): number {
  known ??= readNames();
  return englishMonth(written) || (known.get(normalised(written)) ?? 0);
}

/** Returns the number of a month by its English name or abbreviation; 0 for other words. */
export function englishMonth(written: string): number {
  return ENGLISH.get(normalised(written)) ?? 0;
}

/**
 * Collects the names in their standalone form and in the form next to a day. A name of two different months is omitted.
 */
function readNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const [name, month] of LANGUAGES.flatMap(namesIn)) {
    const other = names.get(name) ?? month;
    names.set(name, other === month ? month : 0);
  }
  return names;
}

function namesIn(language: string): readonly (readonly [name: string, month: number])[] {
  const styles = (["long", "short"] as const).flatMap((month) => [
    new Intl.DateTimeFormat(language, { month, timeZone: "UTC" }),
    new Intl.DateTimeFormat(language, { day: "numeric", month, timeZone: "UTC" }),
  ]);
  const found = Array.from({ length: 12 }, (_, index) => {
    const date = new Date(Date.UTC(2024, index, 1));
    const parts = styles.flatMap((style) => style.formatToParts(date));
    const words = parts.filter(({ type, value }) => type === "month" && /\p{L}/u.test(value));
    return words.map(({ value }) => [normalised(value), index + 1] as const);
  });
  return found.flat();
}

const ENGLISH: ReadonlyMap<string, number> = new Map([...namesIn("en"), ["sept", 9]]);

function normalised(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/\.$/, "");
}
