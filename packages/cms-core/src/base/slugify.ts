import { isIdShaped } from "./ids.ts";
import { isWindowsDevice } from "./reserved-names.ts";
import { SLUG_BYTES, SLUG_CHARACTERS } from "./slug.ts";

/**
 * Derives a valid slug from a title or part of a path, or `untitled` if nothing remains. Returns a valid slug
 * unchanged, except for repeated separators.
 */
export function slugify(text: string): string {
  const words = clean(lowerCase(text.toWellFormed().normalize("NFKC")));
  const slug = clean(truncate(words));
  if (slug === "") return "untitled";
  return avoidReserved(slug);
}

/** Keeps letters, marks, and digits of every script, and replaces everything else with single hyphens. */
function clean(text: string): string {
  return text
    .replaceAll(/['’`´]|\p{Cf}/gu, "")
    .replaceAll(/[^\p{Ll}\p{Lo}\p{Lm}\p{N}\p{M}._~]+/gu, "-")
    .replaceAll(/[-._~]*-[-._~]*|[.~][._~]+/g, "-")
    .replace(/^[-._~\p{M}]+/u, "")
    .replace(/[-.~]+$/, "")
    .normalize("NFC");
}

/** Removes the dot that lowercasing `İ` leaves behind. */
function lowerCase(text: string): string {
  return text.replaceAll("İ", "i").toLowerCase();
}

/** Returns the longest prefix within both limits; cuts inside a word only if there is no other way. */
function truncate(text: string): string {
  const prefix = longestPrefix(text);
  if (prefix.length === text.length) return text;
  const lastJoin = prefix.lastIndexOf("-");
  return lastJoin > prefix.length / 2 ? prefix.slice(0, lastJoin) : prefix;
}

function longestPrefix(text: string): string {
  let [characters, bytes, end] = [0, 0, 0];
  for (const character of text) {
    characters += 1;
    bytes += Buffer.byteLength(character);
    if (characters > SLUG_CHARACTERS || bytes > SLUG_BYTES) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function avoidReserved(slug: string): string {
  const plain = isWindowsDevice(slug) ? slug.replaceAll(".", "-") : slug;
  const isTaken = plain === "index" || isIdShaped(plain) || isWindowsDevice(plain);
  return isTaken ? `${plain}-1` : plain;
}
