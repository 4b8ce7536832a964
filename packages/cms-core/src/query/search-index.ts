import type { SearchPlan, SearchText } from "./search-text.ts";
import type { TextSignatures } from "./text-signatures.ts";

/** What a store knows for searches; made by the first one. */
export interface SearchIndex {
  readonly plan: SearchPlan;
  readonly signatures: TextSignatures;
  /** How many rows have a signature. */
  rows: number;
  /** Normalised texts by row, as far as `keptCharacters` allows. */
  readonly texts: Map<number, SearchText>;
  keptCharacters: number;
}
