import type { ReactNode } from "react";
import { Refusal } from "./refusal.tsx";
import { Waiting } from "./waiting.tsx";

/** In place of data that hasn't loaded: the reason if loading failed, otherwise a waiting message. */
export function Loading({ error }: { readonly error: Error | null }): ReactNode {
  return error === null ? <Waiting /> : <Refusal error={error} />;
}
