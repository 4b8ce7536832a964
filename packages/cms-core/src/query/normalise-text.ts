/**
 * The form in which texts are searched: compatibility forms are the same (full width, ligatures,
 * half-width kana), and so are upper and lower case.
 */
export function normaliseText(text: string): string {
  // Most texts of most sites are their own compatibility form. To count bytes is the cheapest look.
  const isAscii = Buffer.byteLength(text) === text.length;
  return (isAscii ? text : text.normalize("NFKC")).toLowerCase();
}

/** The words of a search in the form of `normaliseText`; a text matches that holds every one. */
export function searchWords(q: string): readonly string[] {
  const words = normaliseText(q).split(/\s+/u);
  return [...new Set(words)].filter((word) => word !== "");
}
