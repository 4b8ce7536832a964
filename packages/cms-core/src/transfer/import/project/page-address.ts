import type { Layout, Page } from "../frameworks/framework.ts";
import { frameworkOf } from "./find-project.ts";
import type { Place } from "./place-file.ts";

/** Where the page of a file was on the old site. */
export interface PageAddress {
  /** Addresses that it may have had, without the language, the likeliest first. */
  readonly addresses: readonly string[];
  /** Its own, with its language, as `/fr/blog/trip/`. */
  readonly address: string;
  /** Whether that is sure, and no guess. */
  readonly sure: boolean;
}

/** The addresses of a page, as its framework makes them. */
export function addressOf(
  page: Page,
  { place, layout }: { readonly place: Place; readonly layout: Layout },
): PageAddress {
  const { addresses, isSure } = frameworkOf(layout);
  const made = addresses(page, layout);
  const [first = "/"] = made;
  const sure = !place.data && (isSure?.(page, layout) ?? true);
  return { addresses: made, address: spoken(first, page, { place, layout }), sure };
}

/** An address with the language of its page, where the framework puts it. */
function spoken(
  address: string,
  page: Page,
  { place, layout }: { readonly place: Place; readonly layout: Layout },
): string {
  const { addresses, languageInPlace = false } = frameworkOf(layout);
  const { whole, inside, collection } = page;
  const isFolder = whole !== inside;
  // A folder of a language inside a section is a folder like any other.
  if (isFolder && (languageInPlace || whole.split("/")[0] === inside.split("/")[0])) {
    const key = whole.startsWith(`${collection}/`) ? whole.slice(collection.length + 1) : whole;
    return addresses({ ...page, inside: whole, key }, layout)[0] ?? address;
  }
  const { language = layout.mainLanguage, translated } = place;
  const isSpoken = language !== undefined && (translated || layout.mainInPath);
  return isSpoken ? `/${language}${address}` : address;
}
