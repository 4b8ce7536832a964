/** Any object with the `data` of an entry. */
export interface Positioned {
  readonly data: object;
}

/**
 * Compares two entries of a collection by the order of the CMS (manual order first, then newest):
 * `(await getCollection("posts")).toSorted(byPosition)`. Astro may return entries sorted by id.
 */
export function byPosition(a: Positioned, b: Positioned): number {
  return positionOf(a.data) - positionOf(b.data);
}

/** `$position` if the content type has a field with the API ID `position`. */
function positionOf(data: object): number {
  const value: unknown = Reflect.get(data, "$position") ?? Reflect.get(data, "position");
  return typeof value === "number" ? value : Number.MAX_SAFE_INTEGER;
}
