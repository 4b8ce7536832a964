import { z } from "zod";
import { CHANGE } from "../changes/change-paths.ts";

/** Entries of a type on the branch of a change request. */
export const PROPOSED: string = `${CHANGE}/types/{api_id}/entries`;
export const PROPOSED_ENTRY: string = `${PROPOSED}/{id}`;

export interface ProposedType {
  readonly n: number;
  readonly api_id: string;
}

export interface ProposedEntry extends ProposedType {
  readonly id: string;
}

const type = {
  n: z.coerce.number().int().min(1).meta({ description: "Number of the change request." }),
  api_id: z.string(),
};

export const proposedTypeParams: z.ZodType<ProposedType> = z.object(type);

export const proposedEntryParams: z.ZodType<ProposedEntry> = z.object({
  ...type,
  id: z.string().meta({ description: "ID of the entry, or its slug." }),
});
