const GROUPED = new Intl.NumberFormat("en-US");
const ROUNDED = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/**
 * Formats a count with its noun: `1 entry`, `2 entries`, `1,234 files`.
 *
 * @param many - @default `one` with an s
 */
export function countOf(count: number, one: string, many: string = `${one}s`): string {
  return `${GROUPED.format(count)} ${count === 1 ? one : many}`;
}

const DECIMAL = ["kB", "MB", "GB", "TB"] as const;
const BINARY = ["KiB", "MiB", "GiB", "TiB"] as const;

/**
 * Formats a size for people: `812 bytes`, `1.2 MB`. Multiples of powers of 1,024, such as limits, are exact: `8 MiB`.
 */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return countOf(bytes, "byte");
  if (bytes % 1024 === 0) {
    const power = bytes % 1024 ** 2 === 0 ? powerOf(bytes, 1024) : 1;
    const value = bytes / 1024 ** power;
    if (Number.isInteger(value) && value < 10_000) return `${value} ${BINARY[power - 1] ?? ""}`;
  }
  // A value that rounds to 1,000 is shown in the next unit.
  const power = powerOf(bytes + 0.5 * 100 * 1000 ** (powerOf(bytes, 1000) - 1), 1000);
  return `${ROUNDED.format(bytes / 1000 ** power)} ${DECIMAL[power - 1] ?? ""}`;
}

function powerOf(bytes: number, base: number): number {
  return Math.min(Math.floor(Math.log(bytes) / Math.log(base) + 1e-9), DECIMAL.length);
}
