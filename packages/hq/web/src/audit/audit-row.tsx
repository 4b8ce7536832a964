import { CircleCheck, CircleSlash } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import type { AuditRecord } from "../api/settings/audit.ts";
import { wordsOf } from "./audit-words.ts";
import styles from "./audit.module.css";

/** Somebody whose name is known by their id. */
export interface KnownPerson {
  readonly userId: string;
  readonly name: string;
}

interface AuditRowProps {
  readonly record: AuditRecord;
  readonly people: readonly KnownPerson[];
}

/** One act: who did what to whom, when and from where, and whether it was allowed. */
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

/** Who did what, as one sentence: languages put its parts in different orders. */
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
  return <FormattedMessage id={wordsOf(event) ?? "audit.did.other"} values={values} />;
}

/** What the log has for an address where a command of `hq` did it. */
const BY_COMMAND = "command";

/** Who did what no person who is known did. */
function unnamed({ userId, address, outcome }: AuditRecord): AuditMessage {
  if (address === BY_COMMAND) return "audit.byCommand";
  const isOwnAct = userId === null && address === "" && outcome === "allowed";
  return isOwnAct ? "audit.byHq" : "audit.nobody";
}

type AuditMessage = "audit.byCommand" | "audit.byHq" | "audit.nobody";

/** The branch, where it is not the site's own, and the commit by what git shows of one. */
function pushed({ branch, commit }: AuditRecord["target"]): readonly (string | undefined)[] {
  return [branch?.replace(/^refs\/heads\//, ""), commit?.slice(0, 7)];
}

const ROLES = ["view", "write", "edit", "admin", "member", "owner"] as const;

/** What it was done to, as far as it is more than the site. */
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
