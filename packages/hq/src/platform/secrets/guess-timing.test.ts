import { randomInt } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  compareTimes,
  type TwoKinds,
} from "../../../../../tests/support/properties/compare-times.ts";
import { hashText, makeToken, parseToken, randomText, sameHash } from "./secret-token.ts";

const SECRET_CHARACTERS = 52;

interface Guess {
  readonly text: string;
  /** The value that the guess is compared with. */
  readonly stored: string;
}

/**
 * Creates guesses that are compared with a key that they don't match at all, or with one that they match in some
 * characters. Both kinds use the same guesses, because text that is read again, or has more letters than digits, is
 * faster to read regardless of the comparison.
 */
function makeGuesses(characters: number, storedOf: (text: string) => string): TwoKinds<Guess> {
  const key = makeToken("read").text;
  const secretAt = key.length - SECRET_CHARACTERS;
  const wrongAt = secretAt + characters;
  const wrong = key[wrongAt] === "a" ? "b" : "a";
  const texts = Array.from({ length: 64 }, () => {
    const rest = randomText(key.length - wrongAt - 1);
    return Buffer.from(`${key.slice(0, wrongAt)}${wrong}${rest}`).toString();
  });
  const strange = key.slice(0, secretAt) + randomText(SECRET_CHARACTERS);
  const comparedWith = (stored: string): readonly Guess[] =>
    texts.map((text) => ({ text, stored: storedOf(Buffer.from(stored).toString()) }));
  // Random order, so that neither kind is always created first.
  if (randomInt(2) === 0) return { left: comparedWith(strange), right: comparedWith(key) };
  const right = comparedWith(key);
  return { left: comparedWith(strange), right };
}

function opens({ text, stored }: Guess): boolean {
  const token = parseToken("read", text);
  return token !== undefined && sameHash(stored, token.hash);
}

function opensNaively({ text, stored }: Guess): boolean {
  for (let at = 0; at < stored.length; at += 1) if (stored[at] !== text[at]) return false;
  return true;
}

describe("the duration of a comparison is independent of matching characters (KEY-04)", () => {
  test.for([1, 16, 31, 51])("for %i characters of the secret", (characters) => {
    const t = compareTimes(opens, () => makeGuesses(characters, hashText));
    expect(Math.abs(t)).toBeLessThan(4.5);
  });

  test("unlike a comparison by character", () => {
    const t = compareTimes(opensNaively, () => makeGuesses(31, String));
    expect(Math.abs(t)).toBeGreaterThan(4.5);
  });
});
