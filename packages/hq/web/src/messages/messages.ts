import type account from "./account.en.json";
import type audit from "./audit.en.json";
import type common from "./common.en.json";
import type delivery from "./delivery.en.json";
import type entries from "./entries.en.json";
import type entry from "./entry.en.json";
import type history from "./history.en.json";
import type hub from "./hub.en.json";
import type instance from "./instance.en.json";
import type log from "./log.en.json";
import type media from "./media.en.json";
import type onboarding from "./onboarding.en.json";
import type releases from "./releases.en.json";
import type review from "./review.en.json";
import type schema from "./schema.en.json";
import type settings from "./settings.en.json";
import type workspace from "./workspace.en.json";

export type Language = "en" | "ja";

/** The messages of a language: common ones, and parts used by some screens only. */
interface Texts {
  readonly common: typeof common;
  readonly account: typeof account;
  readonly hub: typeof hub;
  readonly workspace: typeof workspace;
  readonly instance: typeof instance;
  readonly onboarding: typeof onboarding;
  readonly audit: typeof audit;
  readonly entries: typeof entries;
  readonly entry: typeof entry;
  readonly history: typeof history;
  readonly media: typeof media;
  readonly delivery: typeof delivery;
  readonly releases: typeof releases;
  readonly review: typeof review;
  readonly settings: typeof settings;
  readonly log: typeof log;
  readonly schema: typeof schema;
}

export type MessagePart = keyof Texts;

export type MessageId = { [Part in MessagePart]: keyof Texts[Part] }[MessagePart];

declare global {
  // Registers the message ids with react-intl.
  namespace FormatjsIntl {
    interface Message {
      readonly ids: MessageId;
    }
    interface IntlConfig {
      readonly locale: Language;
    }
  }
}

/** ICU messages of a part by id. In the browser they are parsed at build time. */
type Messages<Part extends MessagePart> = Readonly<Record<keyof Texts[Part], string>>;

type Load<Part extends MessagePart> = () => Promise<Messages<Part>>;

/** The type ensures that every language has every message. */
const FILES: Readonly<Record<Language, { readonly [Part in MessagePart]: Load<Part> }>> = {
  en: {
    common: once(() => import("./common.en.json", { with: { type: "json" } })),
    account: once(() => import("./account.en.json", { with: { type: "json" } })),
    hub: once(() => import("./hub.en.json", { with: { type: "json" } })),
    workspace: once(() => import("./workspace.en.json", { with: { type: "json" } })),
    instance: once(() => import("./instance.en.json", { with: { type: "json" } })),
    onboarding: once(() => import("./onboarding.en.json", { with: { type: "json" } })),
    audit: once(() => import("./audit.en.json", { with: { type: "json" } })),
    entries: once(() => import("./entries.en.json", { with: { type: "json" } })),
    entry: once(() => import("./entry.en.json", { with: { type: "json" } })),
    history: once(() => import("./history.en.json", { with: { type: "json" } })),
    media: once(() => import("./media.en.json", { with: { type: "json" } })),
    delivery: once(() => import("./delivery.en.json", { with: { type: "json" } })),
    releases: once(() => import("./releases.en.json", { with: { type: "json" } })),
    review: once(() => import("./review.en.json", { with: { type: "json" } })),
    settings: once(() => import("./settings.en.json", { with: { type: "json" } })),
    log: once(() => import("./log.en.json", { with: { type: "json" } })),
    schema: once(() => import("./schema.en.json", { with: { type: "json" } })),
  },
  ja: {
    common: once(() => import("./common.ja.json", { with: { type: "json" } })),
    account: once(() => import("./account.ja.json", { with: { type: "json" } })),
    hub: once(() => import("./hub.ja.json", { with: { type: "json" } })),
    workspace: once(() => import("./workspace.ja.json", { with: { type: "json" } })),
    instance: once(() => import("./instance.ja.json", { with: { type: "json" } })),
    onboarding: once(() => import("./onboarding.ja.json", { with: { type: "json" } })),
    audit: once(() => import("./audit.ja.json", { with: { type: "json" } })),
    entries: once(() => import("./entries.ja.json", { with: { type: "json" } })),
    entry: once(() => import("./entry.ja.json", { with: { type: "json" } })),
    history: once(() => import("./history.ja.json", { with: { type: "json" } })),
    media: once(() => import("./media.ja.json", { with: { type: "json" } })),
    delivery: once(() => import("./delivery.ja.json", { with: { type: "json" } })),
    releases: once(() => import("./releases.ja.json", { with: { type: "json" } })),
    review: once(() => import("./review.ja.json", { with: { type: "json" } })),
    settings: once(() => import("./settings.ja.json", { with: { type: "json" } })),
    log: once(() => import("./log.ja.json", { with: { type: "json" } })),
    schema: once(() => import("./schema.ja.json", { with: { type: "json" } })),
  },
};

/** Loads the messages of a part in a language. Returns the same promise each time. */
export function loadMessages<Part extends MessagePart>(
  language: Language,
  part: Part,
): Promise<Messages<Part>> {
  return FILES[language][part]();
}

function once<Part>(load: () => Promise<{ readonly default: Part }>): () => Promise<Part> {
  let texts: Promise<Part> | undefined;
  return () => (texts ??= load().then((file) => file.default));
}

/**
 * Merges the messages of a screen into react-intl's type, which includes every id. `messages.test.ts` ensures that a
 * screen only uses messages it loads.
 */
export function textsOf(...parts: readonly object[]): Readonly<Record<MessageId, string>> {
  return Object.assign({}, ...parts);
}
