import en from "./en.json" with { type: "json" };
import ja from "./ja.json" with { type: "json" };

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

/** Every text of the editor, ICU messages by id. That no language misses one is checked by its type. */
export const MESSAGES: Readonly<Record<Language, Readonly<Record<MessageId, string>>>> = { en, ja };
