import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { RefusedError } from "../../api/client.ts";
import { Note } from "./note.tsx";

/** Explains why an action failed. Renders nothing without an error. */
export function Refusal({ error }: { readonly error: Error | null }): ReactNode {
  if (error === null) return null;
  return (
    <Note tone="madder">
      <RefusalText error={error} />
    </Note>
  );
}

/**
 * Messages of the dashboard for errors that can resolve without a change by the user. HQ has the messages for others.
 */
const OWN_WORDS = {
  rate_limited: "refused.tooMany",
  insufficient_storage: "refused.diskFull",
  skill_unreviewed: "refused.unreviewed",
} as const;

/** The message without the surrounding note. */
export function RefusalText({ error }: { readonly error: Error }): ReactNode {
  if (!(error instanceof RefusedError)) return <FormattedMessage id="error.away" />;
  const { code, retryAfterSeconds, errors = [] } = error.problem;
  if (code === "invalid" && errors.length > 0)
    return <InvalidValues told={error.message} parts={errors} />;
  if (!isOwn(code)) return error.message;
  const seconds = typeof retryAfterSeconds === "number" ? retryAfterSeconds : A_MINUTE;
  return <FormattedMessage id={OWN_WORDS[code]} values={{ seconds }} />;
}

interface WrongProps {
  readonly told: string;
  readonly parts: readonly { readonly path: string; readonly message: string }[];
}

/** Invalid values that no form validates before sending, with HQ's messages. */
function InvalidValues({ told, parts }: WrongProps): ReactNode {
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
