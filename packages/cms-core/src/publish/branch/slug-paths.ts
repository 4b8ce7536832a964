import { ownText } from "../../base/own-text.ts";
import { foldSlug } from "../../base/slug.ts";
import { lastPart, lastPartsOf } from "../../content/site/entry-places.ts";

/** Stands for the name that is the key; no path has it. */
const NAME = "\0";

/**
 * Paths of entry files by the folded slug that their names give: of a slug with folders, by its last part. Most have
 * the slug for a name and a folder and an ending that hundreds of others have, too; so what an entry takes is little
 * more than its slug.
 */
export class SlugPaths {
  readonly #paths = new Map<string, string | readonly string[]>();
  /** Folder and ending, or a whole path where the name is not the key, each text once. */
  readonly #places = new Map<string, string>();

  add(path: string): void {
    for (const { key, place } of this.#placesOf(path)) {
      const known = this.#paths.get(key);
      if (known === undefined) this.#paths.set(ownText(key), place);
      else this.#paths.set(key, [...new Set([known, place].flat())]);
    }
  }

  delete(path: string): void {
    for (const { key, place } of this.#placesOf(path)) {
      const rest = [this.#paths.get(key) ?? []].flat().filter((one) => one !== place);
      const [first, ...more] = rest;
      if (first === undefined) this.#paths.delete(key);
      else this.#paths.set(key, more.length === 0 ? first : rest);
    }
  }

  /** Those that may have a slug, in the order in which they were added. */
  get(slug: string): readonly string[] {
    const key = foldSlug(lastPart(slug));
    const places = [this.#paths.get(key) ?? []].flat();
    return places.map((place) => place.replace(NAME, () => key));
  }

  #placesOf(path: string): readonly { readonly key: string; readonly place: string }[] {
    const start = path.lastIndexOf("/") + 1;
    const dot = path.lastIndexOf(".");
    const end = dot < start ? path.length : dot;
    const name = path.slice(start, end);
    return lastPartsOf(path).map((part) => {
      const key = foldSlug(part);
      if (name !== key) return { key, place: ownText(path) };
      const place = path.slice(0, start) + NAME + path.slice(end);
      const known = this.#places.get(place) ?? ownText(place);
      this.#places.set(known, known);
      return { key, place: known };
    });
  }
}
