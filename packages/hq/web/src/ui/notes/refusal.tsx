import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { RefusedError } from "../../api/client.ts";
import { Note } from "./note.tsx";

/** Why something was not done, where it was asked for; nothing where nothing went wrong. */
export function Refusal({ error }: { readonly error: Error | null }): ReactNode {
  if (error === null) return null;
  return (
    <Note tone="madder">
      <Why error={error} />
    </Note>
  );
}

/** What may pass by itself, or by others, has the editor's own words with the next step; HQ has the words for the rest. */
const OWN_WORDS = {
  rate_limited: "refused.tooMany",
  insufficient_storage: "refused.diskFull",
  skill_unreviewed: "refused.unreviewed",
} as const;

/** The reason alone, without the note around it. */
export function Why({ error }: { readonly error: Error }): ReactNode {
  if (!(error instanceof RefusedError)) return <FormattedMessage id="error.away" />;
  const { code, retryAfterSeconds, errors = [] } = error.problem;
  if (code === "invalid" && errors.length > 0) return <Wrong told={error.message} parts={errors} />;
  if (!isOwn(code)) return error.message;
  const seconds = typeof retryAfterSeconds === "number" ? retryAfterSeconds : A_MINUTE;
  return <FormattedMessage id={OWN_WORDS[code]} values={{ seconds }} />;
}

interface WrongProps {
  readonly told: string;
  readonly parts: readonly { readonly path: string; readonly message: string }[];
}

/** What no form looks at before it is sent: each part that HQ does not take, and why. */
function Wrong({ told, parts }: WrongProps): ReactNode {
  return (
    <>
      {told}
      <ul>
        {parts.map(({ path, message }) => (
          <li key={path}>{path === "" ? message : `${path}: ${message}`}</li>
        ))}
      </ul>
    </>
  );
}

const A_MINUTE = 60;

function isOwn(code: string): code is keyof typeof OWN_WORDS {
  return code in OWN_WORDS;
}
