import { z } from "zod";

/** A person who has an entry open. */
export interface PersonHere {
  readonly user: string;
  readonly name: string;
  /** API ids of the fields that they are in: one for each window. */
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
  .meta({ id: "PersonHere" });

/** What a window says of itself, again and again while it is open. */
export interface PresenceSign {
  readonly site: string;
  readonly entry: string;
  readonly user: string;
  readonly name: string;
  readonly window: string;
  readonly field?: string;
  readonly left?: boolean;
}

/** The same as another process tells it. */
export const presenceSign: z.ZodType<PresenceSign, PresenceSign> = z.object({
  site: z.string(),
  entry: z.string(),
  user: z.string(),
  name: z.string(),
  window: z.string(),
  field: z.string().exactOptional(),
  left: z.boolean().exactOptional(),
});

/** Who of whom nothing is heard for so long has gone: two signs may be lost. */
const GONE_AFTER_MS = 30_000;
/** Of one person at a site: more than anybody has open; the one unheard the longest gives way. */
const MOST_WINDOWS = 20;

interface Window extends PresenceSign {
  readonly heardMs: number;
}

interface PresenceOptions {
  /** Hears who is at an entry whenever that changes. */
  readonly tell: (
    siteId: string,
    entry: { readonly id: string; readonly people: readonly PersonHere[] },
  ) => void;
  /** Milliseconds by a clock that nobody sets. */
  readonly nowMs: () => number;
}

/** Who has which entry open, by what their windows say. It is held in memory alone, and forgotten by itself. */
export class Presence {
  /** By site, and by person and window; the last heard of is the last. */
  readonly #sites = new Map<string, Map<string, Window>>();
  readonly #tell: PresenceOptions["tell"];
  readonly #nowMs: () => number;

  constructor({ tell, nowMs }: PresenceOptions) {
    this.#tell = tell;
    this.#nowMs = nowMs;
  }

  /** Takes what a window says. */
  hear(sign: PresenceSign): void {
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
    for (const [oldest, { entry }] of own.slice(0, -MOST_WINDOWS)) {
      this.#watch([[sign.site, entry]], () => windows.delete(oldest));
    }
    if (windows.size === 0) this.#sites.delete(sign.site);
  }

  /** Everybody at an entry, in an order that no sign changes. */
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

  /** Forgets who has not been heard of; to be called every few seconds. */
  forget(): void {
    const before = this.#nowMs() - GONE_AFTER_MS;
    for (const [siteId, windows] of this.#sites) {
      const gone = [...windows].filter(([, { heardMs }]) => heardMs <= before);
      const entries = gone.map(([, { entry }]) => [siteId, entry] as const);
      this.#watch(entries, () => {
        for (const [key] of gone) windows.delete(key);
      });
      if (windows.size === 0) this.#sites.delete(siteId);
    }
  }

  /** Tells of the entries at which something is another way after the work. */
  #watch(entries: readonly (readonly [site: string, entry: string])[], work: () => void): void {
    const unique = new Map(entries.map((entry) => [entry.join(" "), entry]));
    const before = [...unique.values()].map(([siteId, id]) => this.#print(siteId, id));
    work();
    for (const [place, [siteId, id]] of [...unique.values()].entries()) {
      if (this.#print(siteId, id) === before[place]) continue;
      this.#tell(siteId, { id, people: this.at(siteId, id) });
    }
  }

  #print(siteId: string, entryId: string): string {
    return JSON.stringify(this.at(siteId, entryId));
  }
}
