import type en from "./en.json";

export type Language = "en" | "ja";

export type MessageId = keyof typeof en;

declare global {
  // How react-intl is told which messages there are.
  namespace FormatjsIntl {
    interface Message {
      readonly ids: MessageId;
    }
    interface IntlConfig {
      readonly locale: Language;
    }
  }
}

/** ICU messages by id; in the browser as the build parsed them. */
export type Messages = Readonly<Record<MessageId, string>>;

/** That no language misses a text is checked by the type. */
const FILES: Readonly<Record<Language, () => Promise<{ readonly default: Messages }>>> = {
  en: () => import("./en.json", { with: { type: "json" } }),
  ja: () => import("./ja.json", { with: { type: "json" } }),
};

const loaded = new Map<Language, Promise<Messages>>();

/** Every text of the editor in a language: the same promise each time. */
export function loadMessages(language: Language): Promise<Messages> {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const messages = FILES[language]().then((file) => file.default);
  loaded.set(language, messages);
  return messages;
}
