import { ownText } from "../base/own-text.ts";
import { foldSlug } from "../base/slug.ts";

/** Stands for the name that is the key; no path has it. */
const NAME = "\0";

/**
 * Paths of entry files by the folded slug that their names give. Most have the slug for a name and a folder and
 * an ending that hundreds of others have, too; so what an entry takes is little more than its slug.
 */
export class SlugPaths {
  readonly #paths = new Map<string, string | readonly string[]>();
  /** Folder and ending, or a whole path where the name is not the key, each text once. */
  readonly #places = new Map<string, string>();

  add(path: string): void {
    const { slug, place } = this.#placeOf(path);
    const known = this.#paths.get(slug);
    if (known === undefined) this.#paths.set(ownText(slug), place);
    else this.#paths.set(slug, [...new Set([known, place].flat())]);
  }

  delete(path: string): void {
    const { slug, place } = this.#placeOf(path);
    const rest = [this.#paths.get(slug) ?? []].flat().filter((one) => one !== place);
    const [first, ...more] = rest;
    if (first === undefined) this.#paths.delete(slug);
    else this.#paths.set(slug, more.length === 0 ? first : rest);
  }

  /** In the order in which they were added. */
  get(foldedSlug: string): readonly string[] {
    const places = [this.#paths.get(foldedSlug) ?? []].flat();
    return places.map((place) => place.replace(NAME, () => foldedSlug));
  }

  #placeOf(path: string): { readonly slug: string; readonly place: string } {
    const start = path.lastIndexOf("/") + 1;
    const dot = path.lastIndexOf(".");
    const end = dot < start ? path.length : dot;
    const name = path.slice(start, end);
    const slug = foldSlug(name);
    if (name !== slug) return { slug, place: ownText(path) };
    const place = path.slice(0, start) + NAME + path.slice(end);
    const known = this.#places.get(place) ?? ownText(place);
    this.#places.set(known, known);
    return { slug, place: known };
  }
}
