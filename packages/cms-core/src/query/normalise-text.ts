/**
 * The form in which texts are searched: compatibility forms are the same (full width, ligatures,
 * half-width kana), and so are upper and lower case.
 */
export function normaliseText(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** The words of a search in the form of `normaliseText`; a text matches that holds every one. */
export function searchWords(q: string): readonly string[] {
  const words = normaliseText(q).split(/\s+/u);
  return [...new Set(words)].filter((word) => word !== "");
}
