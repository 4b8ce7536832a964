import { z } from "zod";

/** A user who has an entry open. */
export interface PersonHere {
  readonly user: string;
  readonly name: string;
  /** API ids of the fields being edited, one per window. */
  readonly fields: readonly string[];
}

export const personHere: z.ZodType<PersonHere, PersonHere> = z
  .object({
    user: z.string().meta({ description: "Id." }),
    name: z.string(),
    fields: z
      .array(z.string())
      .readonly()
      .meta({ description: "API IDs of the fields they are editing." }),
  })
  .meta({ id: "Presence" });

/** A presence update, sent periodically while a window is open. */
export interface PresenceSign {
  readonly site: string;
  readonly entry: string;
  readonly user: string;
  readonly name: string;
  readonly window: string;
  readonly field?: string;
  readonly left?: boolean;
}

/** A presence update from another process. */
export const presenceSign: z.ZodType<PresenceSign, PresenceSign> = z.object({
  site: z.string(),
  entry: z.string(),
  user: z.string(),
  name: z.string(),
  window: z.string(),
  field: z.string().exactOptional(),
  left: z.boolean().exactOptional(),
});

/** A user without an update for this long has left. Two updates can be lost. */
const GONE_AFTER_MS = 30_000;
/** Per user and site; more than anyone has open. Beyond it, the least recently updated window is dropped. */
const MAX_WINDOWS = 20;

interface Window extends PresenceSign {
  readonly heardMs: number;
}

interface PresenceOptions {
  /** Called with the users at an entry whenever they change. */
  readonly onChange: (
    siteId: string,
    entry: { readonly id: string; readonly people: readonly PersonHere[] },
  ) => void;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
}

/**
 * Tracks who has which entry open, based on updates from their windows. Kept only in memory and expires automatically.
 */
export class Presence {
  /** By site, then by user and window, least recently updated first. */
  readonly #sites = new Map<string, Map<string, Window>>();
  readonly #onChange: PresenceOptions["onChange"];
  readonly #nowMs: () => number;

  constructor({ onChange, nowMs }: PresenceOptions) {
    this.#onChange = onChange;
    this.#nowMs = nowMs;
  }

  /** Handles a presence update. */
  update(sign: PresenceSign): void {
    const windows = this.#sites.get(sign.site) ?? new Map<string, Window>();
    const key = `${sign.user} ${sign.window}`;
    const before = windows.get(key)?.entry ?? sign.entry;
    const touched = [before, sign.entry].map((entry) => [sign.site, entry] as const);
    this.#watch(touched, () => {
      windows.delete(key);
      if (sign.left !== true) {
        windows.set(key, { ...sign, heardMs: this.#nowMs() });
        this.#sites.set(sign.site, windows);
      }
    });
    const own = [...windows].filter(([, { user }]) => user === sign.user);
    for (const [oldest, { entry }] of own.slice(0, -MAX_WINDOWS)) {
      this.#watch([[sign.site, entry]], () => windows.delete(oldest));
    }
    if (windows.size === 0) this.#sites.delete(sign.site);
  }

  /** Returns all users at an entry in a stable order. */
  at(siteId: string, entryId: string): readonly PersonHere[] {
    const people = new Map<string, { user: string; name: string; fields: string[] }>();
    for (const { entry, user, name, field } of this.#sites.get(siteId)?.values() ?? []) {
      if (entry !== entryId) continue;
      const person = people.get(user) ?? { user, name, fields: [] };
      if (field !== undefined && !person.fields.includes(field)) person.fields.push(field);
      people.set(user, person);
    }
    return [...people.values()].toSorted((one, other) => (one.user < other.user ? -1 : 1));
  }

  /** Removes users without recent updates. Must be called every few seconds. */
  forget(): void {
    const before = this.#nowMs() - GONE_AFTER_MS;
    for (const [siteId, windows] of this.#sites) {
      const expired = [...windows].filter(([, { heardMs }]) => heardMs <= before);
      const entries = expired.map(([, { entry }]) => [siteId, entry] as const);
      this.#watch(entries, () => {
        for (const [key] of expired) windows.delete(key);
      });
      if (windows.size === 0) this.#sites.delete(siteId);
    }
  }

  /** Reports the entries whose users change while `work` runs. */
  #watch(entries: readonly (readonly [site: string, entry: string])[], work: () => void): void {
    const unique = new Map(entries.map((entry) => [entry.join(" "), entry]));
    const before = [...unique.values()].map(([siteId, id]) => this.#print(siteId, id));
    work();
    for (const [place, [siteId, id]] of [...unique.values()].entries()) {
      if (this.#print(siteId, id) === before[place]) continue;
      this.#onChange(siteId, { id, people: this.at(siteId, id) });
    }
  }

  #print(siteId: string, entryId: string): string {
    return JSON.stringify(this.at(siteId, entryId));
  }
}
