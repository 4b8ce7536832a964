import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { readData, hq } from "../client.ts";
import { useSiteId } from "../sites.ts";

interface FieldBase {
  readonly apiId: string;
  readonly label: string;
  readonly help?: string;
  /** The heading of its group. */
  readonly group?: string;
  readonly required: boolean;
  readonly multiple: boolean;
}

/** A content type field as returned by the API. Kind-specific properties are parsed by the field's control. */
export interface Field extends FieldBase {
  readonly type: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly integer?: true;
  readonly accept?: "image" | "file";
  readonly to?: readonly string[];
  readonly fields?: readonly Field[];
}

export interface TypeSchema {
  readonly apiId: string;
  readonly label: string;
  readonly kind: "list" | "object";
  readonly fields: readonly Field[];
  /** Whether a version was published. Without one, only some roles can create entries. */
  readonly isPublished: boolean;
}

/** Loads the schema used to edit entries: the latest published version. */
export function useSchema(type: string): UseQueryResult<TypeSchema> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "schema", type],
    queryFn: async () => {
      const params = { path: { site, api_id: type } };
      const { schema, published } = await readData(
        hq.GET("/sites/{site}/types/{api_id}/schema", { params }),
      );
      return { ...(published ?? schema), isPublished: published !== undefined };
    },
  });
}
