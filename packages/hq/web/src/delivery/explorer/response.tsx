import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import type { TimedAnswer } from "../../api/delivery/read-api.ts";
import { Note } from "../../ui/notes/note.tsx";
import { CodeBlock } from "../../ui/values/code-block.tsx";
import { FileSize } from "../../ui/values/file-size.tsx";
import { JsonText } from "../../ui/values/json-text.tsx";
import { ResponseTime } from "../webhooks/response-time.tsx";
import form from "../../ui/form.module.css";
import styles from "./explorer.module.css";

interface ResponseViewProps {
  readonly answer: TimedAnswer;
  /** Filter of the query, for marking the position of a parse error. */
  readonly filters: string;
}

/** The response: status, rate limits, headers, and body. Errors show where in the query they occurred. */
export function ResponseView({ answer, filters }: ResponseViewProps): ReactNode {
  const { formatMessage } = useIntl();
  const { status, headers, body, bytes, ms } = answer;
  const remaining = headers["X-RateLimit-Remaining"];
  const reset = Number(headers["X-RateLimit-Reset"]);
  return (
    <section
      className={`${form["form"]} ${styles["answer"]}`}
      aria-label={formatMessage({ id: "explorer.answer" })}
    >
      <p className={styles["status"]} role="status">
        <b data-bad={status >= 400 || undefined}>{status}</b>
        <span>
          <ResponseTime ms={ms} />
        </span>
        <span>
          <FileSize bytes={bytes} />
        </span>
        {remaining !== undefined && (
          <span>
            <FormattedMessage
              id="explorer.left"
              values={{
                remaining,
                limit: headers["X-RateLimit-Limit"],
                at: <FormattedDate value={reset * 1000} timeStyle="medium" />,
              }}
            />
          </span>
        )}
      </p>
      {status >= 400 && <Wrong body={body} filters={filters} />}
      {headers["X-Truncated-Depth"] !== undefined && (
        <Note tone="ochre">
          <FormattedMessage id="explorer.truncated" />
        </Note>
      )}
      {body.length < bytes && new TextEncoder().encode(body).length < bytes && (
        <Note tone="ochre">
          <FormattedMessage id="explorer.cut" />
        </Note>
      )}
      <CodeBlock label={formatMessage({ id: "explorer.body" })} copied={body}>
        <JsonText text={body} />
      </CodeBlock>
      <details className={styles["pick"]}>
        <summary>
          <FormattedMessage id="explorer.headers" />
        </summary>
        <dl className={styles["headers"]}>
          {Object.entries(headers).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

interface Problem {
  readonly detail?: unknown;
  readonly param?: unknown;
  readonly position?: unknown;
  readonly allowed?: unknown;
}

interface WrongProps {
  readonly body: string;
  readonly filters: string;
}

/** The error message, with the error position marked in the filter. */
function Wrong({ body, filters }: WrongProps): ReactNode {
  const { detail, param, position, allowed } = problemIn(body);
  const isPlaced = param === "filters" && typeof position === "number";
  return (
    <Note tone="madder">
      <p>{typeof detail === "string" ? detail : <FormattedMessage id="explorer.refused" />}</p>
      {isPlaced && <Marked text={filters.trim()} at={position} />}
      {Array.isArray(allowed) && (
        <p className={styles["allowed"]}>
          <FormattedMessage
            id="explorer.allowed"
            values={{ names: allowed.map(String).join(", ") }}
          />
        </p>
      )}
    </Note>
  );
}

function problemIn(body: string): Problem {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** A filter with its error position marked. */
function Marked({ text, at }: { readonly text: string; readonly at: number }): ReactNode {
  const rest = text.slice(at);
  const [first = ""] = rest;
  return (
    <p className={styles["marked"]}>
      <code>
        {text.slice(0, at)}
        <mark>{first === "" ? "␣" : first}</mark>
        {rest.slice(first.length)}
      </code>
      <FormattedMessage id="explorer.position" values={{ position: at }} />
    </p>
  );
}
