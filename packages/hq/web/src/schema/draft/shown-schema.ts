import type { WorkingSchema } from "../../api/content/working-schema.ts";
import type { ContentType, Site } from "../../api/sites.ts";
import type { Work } from "./use-schema-work.ts";

/** A content type being edited. */
export interface ShownSchema {
  readonly site: Site;
  readonly contentType: ContentType;
  readonly working: WorkingSchema;
  readonly work: Work;
}
