import { CircleCheck, CircleSlash } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import { useBilling } from "../api/session.ts";
import {
  type AuditFilter,
  type AuditOf,
  type AuditRecord,
  useAudit,
} from "../api/settings/audit.ts";
import type { MessageId } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { SelectField } from "../ui/fields/select-field.tsx";
import { TextField } from "../ui/fields/text-field.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { AUDIT_GROUPS, type AuditGroup, auditMessageId, BILLING_GROUPS } from "./audit-messages.ts";
import list from "../ui/list.module.css";
import textStyles from "../ui/text.module.css";
import tone from "../ui/tone.module.css";
import styles from "./audit.module.css";

const OUTCOMES = ["", "allowed", "refused"] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface AuditLogProps {
  readonly of: AuditOf;
  /** Description of its content. */
  readonly text: MessageId;
  /** People available as filters. */
  readonly people: readonly AuditedPerson[];
}

/** The audit log. Its filters are part of the URL. */
export function AuditLog({ of, text, people }: AuditLogProps): ReactNode {
  const [address, setAddress] = useSearchParams();
  const hasBilling = useBilling();
  const groups = AUDIT_GROUPS[of.kind].filter((group) => hasBilling || !BILLING_GROUPS.has(group));
  const { filter, days } = readFilter(address, groups);
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useAudit(of, filter);
  const records = data?.pages.flatMap((page) => page.records);
  const change = (name: string, value: string): void => {
    const next = new URLSearchParams(address);
    if (value === "") next.delete(name);
    else next.set(name, value);
    setAddress(next, { replace: true });
  };
  return (
    <div className={styles["audit"]}>
      <p className={textStyles["soft"]}>
        <FormattedMessage id={text} />
      </p>
      <Filters filter={filter} days={days} people={people} groups={groups} onChange={change} />
      <Refusal error={error} />
      {records === undefined && error === null && <Waiting />}
      {records?.length === 0 && (
        <p className={`${list["none"]} ${styles["none"]}`}>
          <FormattedMessage id={address.size === 0 ? "audit.noneYet" : "audit.none"} />
        </p>
      )}
      <ul>
        {records?.map((record) => (
          <AuditRow key={record.seq} record={record} people={people} />
        ))}
      </ul>
      {hasNextPage && (
        <div>
          <Button
            look="quiet"
            isWorking={isFetchingNextPage}
            onPress={() => !isFetchingNextPage && void fetchNextPage()}
          >
            <FormattedMessage id="audit.earlier" />
          </Button>
        </div>
      )}
    </div>
  );
}

function readFilter(
  address: URLSearchParams,
  groups: readonly AuditGroup[],
): Pick<FiltersProps, "filter" | "days"> {
  const param = (name: string): string => address.get(name) ?? "";
  const days = { from: param("from"), until: param("until") };
  const filter = {
    event: groups.find((group) => group === param("event")) ?? "",
    user: param("user"),
    outcome: OUTCOMES.find((outcome) => outcome === param("outcome")) ?? "",
    from: startOf(days.from, 0),
    until: startOf(days.until, 1),
  } as const;
  return { filter, days };
}

/** Returns the local start of a day, plus some days. */
function startOf(day: string, later: number): string {
  if (!DAY.test(day)) return "";
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

interface FiltersProps {
  readonly filter: AuditFilter;
  readonly days: { readonly from: string; readonly until: string };
  readonly people: readonly AuditedPerson[];
  readonly groups: readonly AuditGroup[];
  readonly onChange: (name: string, value: string) => void;
}

function Filters({ filter, days, people, groups, onChange }: FiltersProps): ReactNode {
  const { formatMessage } = useIntl();
  const isKnown = filter.user === "" || people.some(({ userId }) => userId === filter.user);
  return (
    <div
      className={styles["filters"]}
      role="group"
      aria-label={formatMessage({ id: "audit.filters" })}
    >
      <SelectField
        label={formatMessage({ id: "audit.what" })}
        value={filter.event}
        onChange={(event) => onChange("event", event)}
        options={["" as const, ...groups].map((group) => [
          group,
          formatMessage({ id: group === "" ? "audit.everything" : `audit.group.${group}` }),
        ])}
      />
      <SelectField
        label={formatMessage({ id: "audit.who" })}
        value={filter.user}
        onChange={(user) => onChange("user", user)}
        options={[
          ["", formatMessage({ id: "audit.everybody" })],
          ...people.map(({ userId, name }) => [userId, name] as const),
          ...(isKnown ? [] : [[filter.user, filter.user] as const]),
        ]}
      />
      <SelectField
        label={formatMessage({ id: "audit.outcome" })}
        value={filter.outcome}
        onChange={(outcome) => onChange("outcome", outcome)}
        options={OUTCOMES.map((outcome) => [
          outcome,
          formatMessage({ id: outcome === "" ? "audit.allOutcomes" : `audit.outcome.${outcome}` }),
        ])}
      />
      <TextField
        label={formatMessage({ id: "audit.from" })}
        type="date"
        value={days.from}
        onChange={(from) => onChange("from", from)}
      />
      <TextField
        label={formatMessage({ id: "audit.until" })}
        type="date"
        value={days.until}
        onChange={(until) => onChange("until", until)}
      />
    </div>
  );
}

/** A user whose name is known. */
interface AuditedPerson {
  readonly userId: string;
  readonly name: string;
}

interface AuditRowProps {
  readonly record: AuditRecord;
  readonly people: readonly AuditedPerson[];
}

/** One audit record: who did what to whom, when, from where, and whether it was allowed. */
function AuditRow({ record, people }: AuditRowProps): ReactNode {
  const { outcome, times, at, address, credential } = record;
  const isAllowed = outcome === "allowed";
  const Icon = isAllowed ? CircleCheck : CircleSlash;
  return (
    <li className={`${list["row"]} ${styles["record"]}`}>
      <Icon size={16} aria-hidden="true" className={tone[isAllowed ? "leaf" : "madder"] ?? ""} />
      <div>
        <b>
          <Sentence record={record} />
        </b>
        <Target record={record} people={people} />
        {!isAllowed && (
          <small className={tone["madder"]}>
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
