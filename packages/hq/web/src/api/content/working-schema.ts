import type { ManagementPaths } from "@loam/hq/client";
import {
  keepPreviousData,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { answer, done, hq, refused, type Schemas } from "../client.ts";
import { readWithoutDeleted } from "../queries.ts";
import { type ContentType, useSiteId } from "../sites.ts";

/** A schema as it is sent. */
export type SchemaBody =
  ManagementPaths["/sites/{site}/types/{api_id}/schema"]["put"]["requestBody"]["content"]["application/json"];
export type NewType =
  ManagementPaths["/sites/{site}/types"]["post"]["requestBody"]["content"]["application/json"];
export type SchemaImpact = Schemas["SchemaImpact"];
export type SchemaVersion = Schemas["SchemaVersion"];
export type DeletedField = Schemas["DeletedField"];
export type BrokenType = Schemas["BrokenContentType"];
type SchemaAnswer = Schemas["Schema"];
export type ShownSchema = SchemaAnswer["schema"];

/** The working schema of a type with the version of its file, and what is published of it. */
export interface WorkingSchema extends SchemaAnswer {
  /** What a save names, so that what others saved since is merged. */
  readonly version: string;
}

/** Everything that is known of a type's schema, and of its entries through it. */
function useSchemaKey(type: string): readonly unknown[] {
  return ["site", useSiteId(), "schema", type];
}

/** The schema that is worked on. */
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
  /** The version that was worked on. */
  readonly version: string;
}

/** Saves the working schema. What others saved since the version is merged, or refused where it is the same. */
export function useSaveSchema(type: string): UseMutationResult<WorkingSchema, Error, SaveSchema> {
  const site = useSiteId();
  const queries = useQueryClient();
  const key = useSchemaKey(type);
  const readTypes = useReadTypes();
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
    // Somebody else's is read, to be put together with this one.
    onError: () => void queries.invalidateQueries({ queryKey: [...key, "working"] }),
  });
}

/** Freezes the working schema as the next version. */
export function usePublishSchema(type: string): UseMutationResult<number, Error, void> {
  const site = useSiteId();
  const queries = useQueryClient();
  const key = useSchemaKey(type);
  const readTypes = useReadTypes();
  return useMutation({
    mutationFn: async () => {
      const params = { path: { site, api_id: type } };
      const path = "/sites/{site}/types/{api_id}/schema/publish";
      return (await answer(hq.POST(path, { params }))).version;
    },
    onSuccess: async () => {
      void readTypes();
      await queries.invalidateQueries({ queryKey: key });
    },
  });
}

/** What publishing a schema would mean, also one that is not saved; nothing while it could mean nothing. */
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
      if (body === undefined) return answer(hq.GET(path, { params, signal }));
      return answer(hq.POST(path, { params, body, signal }));
    },
  });
}

interface Sample {
  readonly body: SchemaBody;
  /** Of a real entry; an invented one without. */
  readonly entry: string | undefined;
  /** `false` while the schema could only be refused: the last answer stays. @default true */
  readonly isAsked?: boolean;
}

/** The JSON that an entry is published as by a schema, which need not be saved. */
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
      return entryIn(await answer(hq.POST(path, { params, body, signal })));
    },
  });
}

/** A list's sample is its page with one entry. */
function entryIn(sample: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(sample)) return {};
  const { contents } = sample;
  const first: unknown = Array.isArray(contents) ? contents[0] : sample;
  return isObject(first) ? first : {};
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Every published version, newest first. */
export function useSchemaVersions(type: string): UseQueryResult<readonly SchemaVersion[]> {
  const site = useSiteId();
  const key = useSchemaKey(type);
  return useQuery({
    queryKey: [...key, "versions"],
    queryFn: async () => {
      const params = { path: { site, api_id: type } };
      const path = "/sites/{site}/types/{api_id}/versions";
      return (await answer(hq.GET(path, { params }))).versions;
    },
  });
}

/** The fields that were deleted, and what still holds values of them. */
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
      return (await answer(hq.GET(path, { params }))).fields;
    },
  });
}

/** Content types whose files cannot be read, as after a change by git. */
export function useBrokenTypes(): UseQueryResult<readonly BrokenType[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "types", "broken"],
    queryFn: async () => {
      const params = { path: { site } };
      return (await answer(hq.GET("/sites/{site}/types", { params }))).broken;
    },
  });
}

export function useCreateType(): UseMutationResult<ContentType, Error, NewType> {
  const site = useSiteId();
  const readTypes = useReadTypes();
  return useMutation({
    mutationFn: (body) =>
      answer(hq.POST("/sites/{site}/types", { params: { path: { site } }, body })),
    onSuccess: readTypes,
  });
}

/** Deletes a type that has no entries; `onDone` leads away from it, also where what asked for it is not shown any more. */
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
      return done(hq.DELETE("/sites/{site}/types/{api_id}", { params }));
    },
    onSuccess: async () => {
      queries.setQueryData<readonly ContentType[]>(key, (types) =>
        types?.filter(({ apiId }) => apiId !== type),
      );
      onDone();
      await readWithoutDeleted(queries, [key]);
    },
  });
}

/** Has the types and what refers to them read again. */
function useReadTypes(): () => Promise<void> {
  const site = useSiteId();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["site", site, "types"] });
}
