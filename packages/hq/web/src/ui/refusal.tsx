import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { RefusedError } from "../api/client.ts";
import { Note } from "./note.tsx";

/** Why something was not done, where it was asked for; nothing where nothing went wrong. */
export function Refusal({ error }: { readonly error: Error | null }): ReactNode {
  if (error === null) return null;
  return (
    <Note tone="madder">
      {error instanceof RefusedError ? error.message : <FormattedMessage id="error.away" />}
    </Note>
  );
}
