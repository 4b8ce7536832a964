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

/** Astro knows no live collection with the name of another one. */
const DEFAULT_PREFIX = "live_";

export interface LiveOptions extends LoamOptions {
  /** Put before every collection's name. @default "live_" */
  readonly prefix?: string;
}

/** The name of the live collection of a type; any of them where another prefix hides the type. */
type LiveName<Collection> = Collection extends TypeName ? `live_${Collection}` : `live_${TypeName}`;

/** A value as a build has it, but that its references lead to live collections. */
type LiveValue<Value> =
  Value extends PublishedReference<infer Collection>
    ? PublishedReference<LiveName<Collection>>
    : Value extends readonly (infer One)[]
      ? readonly LiveValue<One>[]
      : LiveValues<Value>;

type LiveValues<Values> = { readonly [Key in keyof Values]: LiveValue<Values[Key]> };

/** `data` of a live entry: `LiveData<"posts">`. */
export type LiveData<Name> = LiveValues<EntryData<Name>>;

/** An entry of a live collection, as a component takes it: `LiveEntry<"posts">`. */
export type LiveEntry<Name extends TypeName> = LiveDataEntry<LiveData<Name>>;

/** A loader that a page asks for what there is now. */
export type LoamLiveLoader<Name> = LiveLoader<
  LiveData<Name>,
  LiveEntryFilter,
  LiveFilter,
  CmsError
>;

/** One live collection, in the form that `defineLiveCollection()` returns. */
interface LiveCollection<Name> {
  readonly type: "live";
  readonly loader: LoamLiveLoader<Name>;
  /** None; Astro takes the types of `data` from the loader only where this key is known. */
  readonly schema?: undefined;
}

/** By type, with the prefix before its API id. */
export type LiveCollections = keyof Cms.Types extends never
  ? Readonly<Record<string, LiveCollection<string>>>
  : { readonly [Name in TypeName as `live_${Name}`]: LiveCollection<Name> };

export interface LiveFunctions {
  /**
   * A live collection for every published content type, called `live_` and its API id:
   *
   * ```ts
   * // src/live.config.ts
   * export const collections = { ...(await loamLiveCollections()) };
   * ```
   *
   * @throws CmsError when the site cannot be read where its types are not known from a build
   */
  readonly loamLiveCollections: (options?: LiveOptions) => Promise<LiveCollections>;
  /** A loader for one content type, for a live collection of any name. */
  readonly loamLiveLoader: <const Name extends TypeName>(
    apiId: Name,
    options?: LiveOptions,
  ) => LoamLiveLoader<Name>;
}

/** @param built - What the site was built with; undefined where the options are to be found by each process. */
export function liveFunctions(built?: {
  readonly options: LoamOptions;
  readonly index: SiteIndex | undefined;
}): LiveFunctions {
  const resolve = (given: LoamOptions): ReturnType<typeof resolveOptions> =>
    resolveOptions({ ...built?.options, ...given });
  function loader<Name>(
    apiId: string,
    { prefix = DEFAULT_PREFIX, ...given }: LiveOptions,
  ): LoamLiveLoader<Name> {
    const made = liveLoader(apiId, { resolve: () => resolve(given), prefix, index: built?.index });
    // The generated types are the static side of what the loader checks at run time.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return made as LoamLiveLoader<Name>;
  }
  return {
    loamLiveLoader: (apiId, options = {}) => loader(apiId, options),
    async loamLiveCollections({ prefix = DEFAULT_PREFIX, ...given } = {}) {
      const options = await resolve(given);
      const index = built?.index ?? (await readSiteIndex(openSource(options)));
      const collections = collectionNames(index, options).map((apiId) => [
        `${prefix}${apiId}`,
        { type: "live", loader: loader(apiId, { prefix, ...given }) },
      ]);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      return Object.fromEntries(collections) as LiveCollections;
    },
  };
}
