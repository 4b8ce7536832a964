import {
  keepPreviousData,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, expectSuccess, hq, refused, type Schemas } from "../client.ts";
import { refetchWithoutDeleted } from "../queries.ts";
import { type ContentType, useSiteId } from "../sites.ts";

/** A schema as sent to HQ. */
export type SchemaBody = Schemas["SchemaInput"];
export type NewType = Schemas["NewContentType"];
export type SchemaImpact = Schemas["SchemaImpact"];
export type SchemaVersion = Schemas["SchemaVersion"];
export type DeletedField = Schemas["DeletedField"];
export type BrokenType = Schemas["BrokenContentType"];
type SchemaAnswer = Schemas["WorkingSchema"];
export type ShownSchema = Schemas["SchemaDefinition"];

/** The working schema of a type, with the version of its file and its publish state. */
export interface WorkingSchema extends SchemaAnswer {
  /** Sent with a save, so that later changes by others are merged. */
  readonly version: string;
}

/** Returns the query key of everything known about a type's schema, and through it about its entries. */
function useSchemaKey(type: string): readonly unknown[] {
  return ["site", useSiteId(), "schema", type];
}

/** Loads the working schema. */
export function useWorkingSchema(type: string): UseQueryResult<WorkingSchema> {
  const site = useSiteId();
  const key = useSchemaKey(type);
  return useQuery({
    queryKey: [...key, "working"],
    queryFn: async () => {
      const params = { path: { site, api_id: type } };
      return withVersion(await hq.GET("/sites/{site}/types/{api_id}/schema", { params }));
    },
  });
}

interface Answered {
  readonly data?: SchemaAnswer;
  readonly error?: Parameters<typeof refused>[0];
  readonly response: Response;
}

function withVersion({ data, error, response }: Answered): WorkingSchema {
  if (error !== undefined) throw refused(error);
  const version = response.headers.get("etag")?.replace(/^W\//, "").replaceAll('"', "");
  if (data === undefined || version === undefined) {
    throw new TypeError(`${response.url} was answered without a version`);
  }
  return { ...data, version };
}

interface SaveSchema {
  readonly body: SchemaBody;
  /** The edited version. */
  readonly version: string;
}

/** Saves the working schema. Later changes by others are merged, or refused if they conflict. */
export function useSaveSchema(type: string): UseMutationResult<WorkingSchema, Error, SaveSchema> {
  const site = useSiteId();
  const queries = useQueryClient();
  const key = useSchemaKey(type);
  const readTypes = useRefetchTypes();
  return useMutation({
    mutationFn: async ({ body, version }) => {
      const params = {
        path: { site, api_id: type },
        header: { "If-Match": `"${version}"` },
      };
      return withVersion(await hq.PUT("/sites/{site}/types/{api_id}/schema", { params, body }));
    },
    onSuccess: (saved) => {
      queries.setQueryData([...key, "working"], saved);
      void readTypes();
    },
    // Load the newer version, to merge it with this one.
    onError: () => void queries.invalidateQueries({ queryKey: [...key, "working"] }),
  });
}

/** Publishes the working schema as the next version. */
export function usePublishSchema(type: string): UseMutationResult<number, Error, void> {
  const site = useSiteId();
  const queries = useQueryClient();
  const key = useSchemaKey(type);
  const readTypes = useRefetchTypes();
  return useMutation({
    mutationFn: async () => {
      const params = { path: { site, api_id: type } };
      const path = "/sites/{site}/types/{api_id}/schema/publish";
      return (await readData(hq.POST(path, { params }))).version;
    },
    onSuccess: async () => {
      void readTypes();
      await queries.invalidateQueries({ queryKey: key });
    },
  });
}

/** Loads the impact of publishing a schema, which need not be saved. Disabled while the schema is unchanged. */
export function useSchemaImpact(
  type: string,
  body: SchemaBody | undefined,
): UseQueryResult<SchemaImpact> {
  const site = useSiteId();
  const key = useSchemaKey(type);
  return useQuery({
    queryKey: [...key, "impact", body],
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const params = { path: { site, api_id: type } };
      const path = "/sites/{site}/types/{api_id}/schema/impact";
      if (body === undefined) return readData(hq.GET(path, { params, signal }));
      return readData(hq.POST(path, { params, body, signal }));
    },
  });
}

interface Sample {
  readonly body: SchemaBody;
  /** Id of a real entry; without it, sample data is used. */
  readonly entry: string | undefined;
  /** `false` while the schema is invalid: the last response is kept. @default true */
  readonly isAsked?: boolean;
}

/** Loads the JSON of an entry as published with a schema, which need not be saved. */
export function useSample(
  type: string,
  { body, entry, isAsked = true }: Sample,
): UseQueryResult<Readonly<Record<string, unknown>>> {
  const site = useSiteId();
  const key = useSchemaKey(type);
  return useQuery({
    queryKey: [...key, "sample", entry, body],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = entry === undefined ? {} : { entry };
      const params = { path: { site, api_id: type }, query };
      const path = "/sites/{site}/types/{api_id}/sample";
      return entryIn(await readData(hq.POST(path, { params, body, signal })));
    },
  });
}

/** Returns the single entry of a list's sample page. */
function entryIn(sample: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(sample)) return {};
  const { contents } = sample;
  const first: unknown = Array.isArray(contents) ? contents[0] : sample;
  return isObject(first) ? first : {};
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Loads all published versions, newest first. */
export function useSchemaVersions(type: string): UseQueryResult<readonly SchemaVersion[]> {
  const site = useSiteId();
  const key = useSchemaKey(type);
  return useQuery({
    queryKey: [...key, "versions"],
    queryFn: async () => {
      const params = { path: { site, api_id: type } };
      const path = "/sites/{site}/types/{api_id}/versions";
      return (await readData(hq.GET(path, { params }))).versions;
    },
  });
}

/** Loads the deleted fields and which data still contains their values. */
export function useDeletedFields(
  type: string,
  isWanted: boolean,
): UseQueryResult<readonly DeletedField[]> {
  const site = useSiteId();
  const key = useSchemaKey(type);
  return useQuery({
    queryKey: [...key, "deleted"],
    enabled: isWanted,
    queryFn: async () => {
      const params = { path: { site, api_id: type } };
      const path = "/sites/{site}/types/{api_id}/schema/deleted";
      return (await readData(hq.GET(path, { params }))).fields;
    },
  });
}

/** Loads the content types whose files can't be read, for example after a Git push. */
export function useBrokenTypes(): UseQueryResult<readonly BrokenType[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "types", "broken"],
    queryFn: async () => {
      const params = { path: { site } };
      return (await readData(hq.GET("/sites/{site}/types", { params }))).broken;
    },
  });
}

export function useCreateType(): UseMutationResult<ContentType, Error, NewType> {
  const site = useSiteId();
  const readTypes = useRefetchTypes();
  return useMutation({
    mutationFn: (body) =>
      readData(hq.POST("/sites/{site}/types", { params: { path: { site } }, body })),
    onSuccess: readTypes,
  });
}

/** Deletes a type without entries. `onDone` navigates away, even if the calling component has unmounted. */
export function useDeleteType(
  type: string,
  onDone: () => void,
): UseMutationResult<unknown, Error, void> {
  const site = useSiteId();
  const queries = useQueryClient();
  const key = ["site", site, "types"];
  return useMutation({
    mutationFn: () => {
      const params = { path: { site, api_id: type } };
      return expectSuccess(hq.DELETE("/sites/{site}/types/{api_id}", { params }));
    },
    onSuccess: async () => {
      queries.setQueryData<readonly ContentType[]>(key, (types) =>
        types?.filter(({ apiId }) => apiId !== type),
      );
      onDone();
      await refetchWithoutDeleted(queries, [key]);
    },
  });
}

/** Returns a function that refetches the types and everything that depends on them. */
function useRefetchTypes(): () => Promise<void> {
  const site = useSiteId();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["site", site, "types"] });
}
