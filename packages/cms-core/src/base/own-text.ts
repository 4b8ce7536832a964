/**
 * The same text in memory of its own: one that was cut from a longer text keeps all of that in memory for
 * as long as it lives.
 */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
}
