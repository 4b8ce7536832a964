/** Anything with the `data` of an entry. */
export interface Positioned {
  readonly data: object;
}

/**
 * Compares two entries of a collection by the order of the CMS (moved by hand first, then newest):
 * `(await getCollection("posts")).toSorted(byPosition)`. Astro may give entries sorted by id.
 */
export function byPosition(a: Positioned, b: Positioned): number {
  return positionOf(a.data) - positionOf(b.data);
}

/** `$position` where the content type has a field of its own called `position`. */
function positionOf(data: object): number {
  const value: unknown = Reflect.get(data, "$position") ?? Reflect.get(data, "position");
  return typeof value === "number" ? value : Number.MAX_SAFE_INTEGER;
}
