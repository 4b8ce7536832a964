import type { ReactNode } from "react";
import styles from "./avatar.module.css";

interface AvatarProps {
  readonly name: string;
  /** @default small, as in a line of text */
  readonly size?: "small" | "medium" | "large";
  /** Whether a ring says that the person is here now. */
  readonly isHere?: boolean;
}

/** The initials of a person, in a colour of their own; whoever uses it says the name beside it. */
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

/** Of the first and the last word; of a name without spaces, such as a Japanese one, the first character. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters
    .map((word = "") => /./u.exec(word)?.[0] ?? "")
    .join("")
    .toUpperCase();
}

const HUES = 3;

/** The same for a person wherever they are. */
function hueOf(name: string): number {
  return (
    Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((sum, code) => sum + code, 0) %
    HUES
  );
}
