/** A `git log` of what `rawChange` reads, whatever the machine's configuration says. */
export const LOG: readonly string[] = [
  "--literal-pathspecs",
  "log",
  "-z",
  "--root",
  "--raw",
  "--no-abbrev",
  "--no-renames",
  "--no-ext-diff",
  "--no-show-signature",
  "--no-color",
  "--no-notes",
];
