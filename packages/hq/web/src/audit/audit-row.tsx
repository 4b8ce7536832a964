import { CircleCheck, CircleSlash } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import type { AuditRecord } from "../api/settings/audit.ts";
import { auditMessageId } from "./audit-messages.ts";
import styles from "./audit.module.css";

/** A user whose name is known. */
export interface AuditedPerson {
  readonly userId: string;
  readonly name: string;
}

interface AuditRowProps {
  readonly record: AuditRecord;
  readonly people: readonly AuditedPerson[];
}

/** One audit record: who did what to whom, when, from where, and whether it was allowed. */
export function AuditRow({ record, people }: AuditRowProps): ReactNode {
  const { outcome, times, at, address, credential } = record;
  const isAllowed = outcome === "allowed";
  const Icon = isAllowed ? CircleCheck : CircleSlash;
  return (
    <li className={styles["record"]}>
      <Icon
        size={16}
        aria-hidden="true"
        className={styles[isAllowed ? "allowed" : "refused"] ?? ""}
      />
      <div>
        <b>
          <Sentence record={record} />
        </b>
        <Target record={record} people={people} />
        {!isAllowed && (
          <small className={styles["refused"]}>
            <FormattedMessage id="audit.refusedWith" values={{ code: outcome, times }} />
          </small>
        )}
      </div>
      <small>
        <time dateTime={at}>
          <FormattedDate value={at} dateStyle="medium" timeStyle="medium" />
        </time>
        <span>
          {address === BY_COMMAND ? "" : address}
          {credential?.startsWith("token:") === true && (
            <>
              {" · "}
              <FormattedMessage id="audit.byToken" />
            </>
          )}
        </span>
      </small>
    </li>
  );
}

/** The action as one sentence, because languages order its parts differently. */
function Sentence({ record }: Pick<AuditRowProps, "record">): ReactNode {
  const { formatMessage } = useIntl();
  const { event, userName, target } = record;
  const who =
    userName === null
      ? formatMessage({ id: unnamed(record) })
      : formatMessage({ id: "audit.person" }, { name: userName });
  const values = {
    who,
    event,
    enabled: target["enabled"] ?? target["cms"] ?? "",
    disabled: target["disabled"] ?? "",
    admin: target["instanceAdmin"] ?? "",
    removed: target["removed"] ?? "",
  };
  return <FormattedMessage id={auditMessageId(event) ?? "audit.did.other"} values={values} />;
}

/** The log's value for the IP address of `hq` commands. */
const BY_COMMAND = "command";

/** Describes the actor if no known user acted. */
function unnamed({ userId, address, outcome }: AuditRecord): AuditMessage {
  if (address === BY_COMMAND) return "audit.byCommand";
  const isOwnAct = userId === null && address === "" && outcome === "allowed";
  return isOwnAct ? "audit.byHq" : "audit.nobody";
}

type AuditMessage = "audit.byCommand" | "audit.byHq" | "audit.nobody";

/** Returns the branch, unless it is the site's default, and the abbreviated commit. */
function pushed({ branch, commit }: AuditRecord["target"]): readonly (string | undefined)[] {
  return [branch?.replace(/^refs\/heads\//, ""), commit?.slice(0, 7)];
}

const ROLES = ["view", "write", "edit", "admin", "member", "owner"] as const;

/** The target of the action, if it is more specific than the site. */
function Target({ record, people }: AuditRowProps): ReactNode {
  const { formatMessage } = useIntl();
  const { user, email, role, name, workspace, n, id, key } = record.target;
  const roleName = ROLES.find((one) => one === role);
  const parts = [
    user !== undefined && (people.find(({ userId }) => userId === user)?.name ?? user),
    email,
    roleName !== undefined && formatMessage({ id: `audit.role.${roleName}` }),
    name ?? key ?? id,
    ...pushed(record.target),
    workspace,
    n !== undefined && `#${n}`,
  ].filter((part) => typeof part === "string" && part !== "");
  return parts.length === 0 ? null : <small>{parts.join(" · ")}</small>;
}
