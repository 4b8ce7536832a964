/** What may stand in `url(…)`: a part of the same drawing. */
const LOCAL_URL = /url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi;

/** Pictures within the drawing; an SVG in it would need all of this again. */
const DATA_IMAGE = /^data:image\/(?:png|jpe?g|webp|gif);base64,[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/;

/** What loads, runs, or hides either: escapes, at-rules, addresses, functions of old browsers. */
const UNSAFE =
  /url\s*\(|@|\\|\bimage(?:-set)?\s*\(|expression|javascript|vbscript|behavio|-moz-binding|\/\*|</i;

/** Whether the text of a style, or the value of an attribute, leads nowhere and runs nothing. */
export function isSafeSvgText(text: string): boolean {
  return !UNSAFE.test(text.replaceAll(LOCAL_URL, ""));
}

/** Whether a reference leads to a part of the same drawing. */
export function isLocalReference(href: string): boolean {
  return /^#[\w.:-]+$/.test(href.trim());
}

/** Whether an address is a picture that stands within the file. */
export function isDataImage(href: string): boolean {
  return DATA_IMAGE.test(href.trim());
}
