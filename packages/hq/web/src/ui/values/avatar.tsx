import type { ReactNode } from "react";
import styles from "./avatar.module.css";

interface AvatarProps {
  readonly name: string;
  /** @default small, for use in text */
  readonly size?: "small" | "medium" | "large";
  /** Whether a ring marks the person as present. */
  readonly isHere?: boolean;
}

/** A person's initials in their color. Decorative: the name must be shown next to it. */
export function Avatar({ name, size = "small", isHere = false }: AvatarProps): ReactNode {
  return (
    <span
      className={styles["avatar"]}
      data-hue={hueOf(name)}
      data-size={size}
      data-here={isHere || undefined}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}

/**
 * Returns the initials of the first and last name. For names without spaces, such as Japanese ones, the first
 * character.
 */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters
    .map((word = "") => /./u.exec(word)?.[0] ?? "")
    .join("")
    .toUpperCase();
}

const HUES = 3;

/** Returns a hue that is constant for a person. */
function hueOf(name: string): number {
  return (
    Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((sum, code) => sum + code, 0) %
    HUES
  );
}
