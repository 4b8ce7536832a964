import type { CmsError } from "@loam/cms-core";
import type { LiveDataEntry } from "astro";
import type { LiveLoader } from "astro/loaders";
import { collectionNames } from "../loader/collection-names.ts";
import type { EntryData, TypeName } from "../loader/loam-schema.ts";
import { resolveOptions } from "../options/find-options.ts";
import type { LoamOptions } from "../options/options.ts";
import type { PublishedReference } from "../schema/published-shapes.ts";
import { openSource } from "../source/open-source.ts";
import { readSiteIndex, type SiteIndex } from "../source/site-index.ts";
import type { LiveFilter } from "./live-filter.ts";
import { liveLoader, type LiveEntryFilter } from "./live-loader.ts";

/** In Astro, a live collection cannot have the name of another collection. */
const DEFAULT_PREFIX = "live_";

export interface LiveOptions extends LoamOptions {
  /** Prefix of every collection's name. @default "live_" */
  readonly prefix?: string;
}

/** Name of a type's live collection. With another prefix, the type is unknown and any collection is possible. */
type LiveName<Collection> = Collection extends TypeName ? `live_${Collection}` : `live_${TypeName}`;

/** A value as in a build, except that its references lead to live collections. */
type LiveValue<Value> =
  Value extends PublishedReference<infer Collection>
    ? PublishedReference<LiveName<Collection>>
    : Value extends readonly (infer One)[]
      ? readonly LiveValue<One>[]
      : LiveValues<Value>;

type LiveValues<Values> = { readonly [Key in keyof Values]: LiveValue<Values[Key]> };

/** `data` of a live entry: `LiveData<"posts">`. */
export type LiveData<Name> = LiveValues<EntryData<Name>>;

/** An entry of a live collection, as a component prop: `LiveEntry<"posts">`. */
export type LiveEntry<Name extends TypeName> = LiveDataEntry<LiveData<Name>>;

/** A loader for current content at the time of a request. */
export type LoamLiveLoader<Name> = LiveLoader<
  LiveData<Name>,
  LiveEntryFilter,
  LiveFilter,
  CmsError
>;

/** A live collection in the format of `defineLiveCollection()`. */
interface LiveCollection<Name> {
  readonly type: "live";
  readonly loader: LoamLiveLoader<Name>;
  /** Always undefined. Astro uses the loader's types for `data` only if this key exists. */
  readonly schema?: undefined;
}

/** Live collections by name: the prefix and the API ID of the type. */
export type LiveCollections = keyof Cms.Types extends never
  ? Readonly<Record<string, LiveCollection<string>>>
  : { readonly [Name in TypeName as `live_${Name}`]: LiveCollection<Name> };

export interface LiveFunctions {
  /**
   * Returns a live collection for every published content type, named `live_` plus its API ID:
   *
   * ```ts // src/live.config.ts export const collections = { ...(await loamLiveCollections()) };
   * ```
   *
   * @throws CmsError if the types aren't known from a build and the site cannot be read
   */
  readonly loamLiveCollections: (options?: LiveOptions) => Promise<LiveCollections>;
  /** Creates a loader for one content type, for a live collection with any name. */
  readonly loamLiveLoader: <const Name extends TypeName>(
    apiId: Name,
    options?: LiveOptions,
  ) => LoamLiveLoader<Name>;
}

/** @param built data from the build; undefined if each process finds the options itself */
export function liveFunctions(built?: {
  readonly options: LoamOptions;
  readonly index: SiteIndex | undefined;
}): LiveFunctions {
  const resolve = (userOptions: LoamOptions): ReturnType<typeof resolveOptions> =>
    resolveOptions({ ...built?.options, ...userOptions });
  function loader<Name>(
    apiId: string,
    { prefix = DEFAULT_PREFIX, ...userOptions }: LiveOptions,
  ): LoamLiveLoader<Name> {
    const made = liveLoader(apiId, {
      resolve: () => resolve(userOptions),
      prefix,
      index: built?.index,
    });
    // The generated types are the static counterpart of the loader's runtime checks.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return made as LoamLiveLoader<Name>;
  }
  return {
    loamLiveLoader: (apiId, options = {}) => loader(apiId, options),
    async loamLiveCollections({ prefix = DEFAULT_PREFIX, ...userOptions } = {}) {
      const options = await resolve(userOptions);
      const index = built?.index ?? (await readSiteIndex(openSource(options)));
      const collections = collectionNames(index, options).map((apiId) => [
        `${prefix}${apiId}`,
        { type: "live", loader: loader(apiId, { prefix, ...userOptions }) },
      ]);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      return Object.fromEntries(collections) as LiveCollections;
    },
  };
}
