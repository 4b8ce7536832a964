/** A word of a command for POSIX shells, whatever stands in it: nothing of it is run or expanded. */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
