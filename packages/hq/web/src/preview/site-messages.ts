/** Position within a field: 0 at its top, 1 at its bottom. */
export interface FieldPlace {
  /** `summary`, or a nested value such as `sources.0.url`. */
  readonly name: string;
  readonly part: number;
}

/** Messages from the site's page to the dashboard (docs/reference/preview-messages.md). */
export type SiteMessage =
  | { readonly type: "ready"; readonly renews: boolean }
  | { readonly type: "edit"; readonly field: string }
  | { readonly type: "scrolled"; readonly place: FieldPlace };

/** Messages from the dashboard to the site's page. */
export type EditorMessage =
  | {
      readonly type: "entry";
      readonly entry: { readonly id: string; readonly slug: string; readonly type: string };
    }
  | { readonly type: "show"; readonly field: string; readonly part: number }
  | { readonly type: "saved" };

const VERSION = 1;

/** Longer than any path of a value. */
const MOST_CHARACTERS = 200;

/** Wraps a message for sending. */
export function messageToSend(message: EditorMessage): object {
  return { loam: VERSION, ...message };
}

/** Validates a message from a page, which can run arbitrary scripts; undefined if it isn't valid. */
export function readSiteMessage(data: unknown): SiteMessage | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const message = new Map<string, unknown>(Object.entries(data));
  if (message.get("loam") !== VERSION) return undefined;
  const field = readField(message.get("field"));
  switch (message.get("type")) {
    case "ready":
      return { type: "ready", renews: message.get("renews") === true };
    case "edit":
      return field === undefined ? undefined : { type: "edit", field };
    case "scrolled": {
      const part = message.get("part") ?? 0;
      if (field === undefined || typeof part !== "number") return undefined;
      return { type: "scrolled", place: { name: field, part: Math.min(1, Math.max(0, part)) } };
    }
    default:
      return undefined;
  }
}

function readField(field: unknown): string | undefined {
  if (typeof field !== "string" || field.length > MOST_CHARACTERS) return undefined;
  return /^[a-zA-Z]\w*(?:\.\w+)*$/.test(field) ? field : undefined;
}
