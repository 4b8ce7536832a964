/** How far down a field something is: 0 at its begin, 1 at its end. */
export interface FieldPlace {
  /** `summary`, or a value within: `sources.0.url`. */
  readonly name: string;
  readonly part: number;
}

/** What a site's page says from within the editor (docs/reference/preview-messages.md). */
export type SiteMessage =
  | { readonly type: "ready"; readonly renews: boolean }
  | { readonly type: "edit"; readonly field: string }
  | { readonly type: "scrolled"; readonly place: FieldPlace };

/** What the editor says to a site's page. */
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

/** A message as it is sent. */
export function messageToSend(message: EditorMessage): object {
  return { loam: VERSION, ...message };
}

/** What came from a page, if it is one of ours and as it should be: the page may run any script. */
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
