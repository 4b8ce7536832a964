import { z } from "zod";
import { CHANGE } from "../changes/change-paths.ts";

/** Entries of a type on the branch of a change request. */
export const BRANCH_ENTRIES: string = `${CHANGE}/types/{api_id}/entries`;
export const BRANCH_ENTRY: string = `${BRANCH_ENTRIES}/{id}`;

export interface BranchTypeParams {
  readonly n: number;
  readonly api_id: string;
}

export interface BranchEntryParams extends BranchTypeParams {
  readonly id: string;
}

const type = {
  n: z.coerce.number().int().min(1).meta({ description: "Number of the change request." }),
  api_id: z.string(),
};

export const branchTypeParams: z.ZodType<BranchTypeParams> = z.object(type);

export const branchEntryParams: z.ZodType<BranchEntryParams> = z.object({
  ...type,
  id: z.string().meta({ description: "ID of the entry, or its slug." }),
});
