import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import { useBilling } from "../api/people/session.ts";
import { type AuditFilter, type AuditOf, useAudit } from "../api/settings/audit.ts";
import type { MessageId } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { SelectField } from "../ui/fields/select-field.tsx";
import { TextField } from "../ui/fields/text-field.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { AUDIT_GROUPS, type AuditGroup, BILLING_GROUPS } from "./audit-messages.ts";
import { AuditRow, type AuditedPerson } from "./audit-row.tsx";
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
      <p className={styles["lead"]}>
        <FormattedMessage id={text} />
      </p>
      <Filters filter={filter} days={days} people={people} groups={groups} onChange={change} />
      <Refusal error={error} />
      {records === undefined && error === null && <Waiting />}
      {records?.length === 0 && (
        <p className={styles["none"]}>
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
