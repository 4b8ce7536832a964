import { useSyncExternalStore } from "react";
import type { Language } from "../../messages/messages.ts";

export type Theme = "auto" | "light" | "dark";

export const THEMES: readonly Theme[] = ["auto", "light", "dark"];

/** Each in its own language, so that its speakers find it. */
export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ["en", "English"],
  ["ja", "日本語"],
];

/** Settings of this browser. */
export interface Settings {
  readonly language: Language;
  readonly theme: Theme;
  /** Whether to use high contrast. @default the device's setting */
  readonly contrast: boolean;
  /** Whether single letters are shortcuts. */
  readonly letterKeys: boolean;
  /** Whether the media library shows rows instead of tiles. */
  readonly mediaRows: boolean;
  /** Whether open change requests are shown as a board. */
  readonly reviewBoard: boolean;
}

const KEY = "loam.settings";
const MORE_CONTRAST = matchMedia("(prefers-contrast: more)");
const listeners = new Set<() => void>();
let settings = read();
show(settings);

addEventListener("storage", ({ key }) => {
  if (key === KEY) take(read());
});

MORE_CONTRAST.addEventListener("change", () => take(read()));

export function useSettings(): Settings {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => settings,
  );
}

/** Changes settings in all tabs of this browser. */
export function changeSettings(change: Partial<Settings>): void {
  const next = { ...settings, ...change };
  try {
    // Settings that were never changed keep following the device.
    localStorage.setItem(KEY, JSON.stringify({ ...loadSettings(), ...change }));
  } catch {
    // Without browser storage, the change lasts until the page is closed.
  }
  take(next);
}

function take(next: Settings): void {
  settings = next;
  show(next);
  for (const listener of listeners) listener();
}

function read(): Settings {
  const kept = loadSettings();
  const { language, theme, contrast, letterKeys, mediaRows, reviewBoard } = kept;
  return {
    language: language === "en" || language === "ja" ? language : languageOfBrowser(),
    theme: theme === "light" || theme === "dark" ? theme : "auto",
    contrast: typeof contrast === "boolean" ? contrast : MORE_CONTRAST.matches,
    letterKeys: letterKeys !== false,
    mediaRows: mediaRows === true,
    reviewBoard: reviewBoard === true,
  };
}

function loadSettings(): { readonly [key in keyof Settings]?: unknown } {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

function languageOfBrowser(): Language {
  const known = navigator.languages.map((tag) => tag.slice(0, 2));
  return known.find((tag): tag is Language => tag === "en" || tag === "ja") ?? "en";
}

function show({ language, theme, contrast }: Settings): void {
  document.documentElement.lang = language;
  document.documentElement.style.colorScheme = theme === "auto" ? "light dark" : theme;
  document.documentElement.toggleAttribute("data-contrast", contrast);
}
