import { ListFilter, X } from "lucide-react";
import { Fragment, lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { Button, Dialog, Popover } from "react-aria-components";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { useEntriesById } from "../../api/content/entries-by-id.ts";
import { useAuthors } from "../../api/content/entries.ts";
import type { Field } from "../../api/content/schema.ts";
import type { ContentType } from "../../api/sites.ts";
import { Waiting } from "../../ui/notes/waiting.tsx";
import type { Alternatives, Condition } from "../query/conditions.ts";
import type { ListFilters } from "../query/list-params.ts";
import menu from "../../ui/menu.module.css";
import styles from "./filters.module.css";

const FilterForm = lazy(async () => ({ default: (await import("./filter-form.tsx")).FilterForm }));
const AlternativeForm = lazy(async () => ({
  default: (await import("./filter-form.tsx")).AlternativeForm,
}));

interface FilterBarProps {
  readonly filters: ListFilters;
  readonly onChange: (change: Partial<ListFilters>) => void;
  /** Absent if there is nothing to clear. */
  readonly onClear: (() => void) | undefined;
  /** The types to choose from; empty for a list of one type. */
  readonly types: readonly ContentType[];
  /** Fields of the list's only type. */
  readonly fields: readonly Field[];
}

/** The active filters with buttons to remove them and to add more. */
export function FilterBar(props: FilterBarProps): ReactNode {
  const { filters, onChange, onClear, types, fields } = props;
  const { formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  // Index of the condition that an alternative is being added to; undefined for a separate filter.
  const [alternativeTo, setAlternativeTo] = useState<number>();
  const opener = useRef<HTMLButtonElement>(null);
  const pressed = useRef<Element>(null);
  // Removing a chip would lose the focus, so move it to the bar.
  const remove = (change: Partial<ListFilters>): void => {
    onChange(change);
    opener.current?.focus();
  };
  const open = (button: Element, place?: number): void => {
    pressed.current = button;
    setAlternativeTo(place);
    setIsOpen(true);
  };
  const show = (change: Partial<ListFilters>): void => {
    onChange(change);
    setIsOpen(false);
  };
  return (
    <div className={styles["bar"]} role="group" aria-label={formatMessage({ id: "filters.label" })}>
      <Chips filters={filters} types={types} fields={fields} onRemove={remove} onBeside={open} />
      <Button ref={opener} className={styles["add"] ?? ""} onPress={({ target }) => open(target)}>
        <ListFilter size={14} aria-hidden="true" />
        <FormattedMessage id="filters.add" />
      </Button>
      {onClear !== undefined && (
        <Button
          className={styles["clear"] ?? ""}
          onPress={() => {
            onClear();
            opener.current?.focus();
          }}
        >
          <FormattedMessage id="entries.clear" />
        </Button>
      )}
      <Popover
        className={`${menu["popup"]} ${styles["popup"]}`}
        triggerRef={pressed}
        placement="bottom start"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      >
        <Dialog
          className={styles["dialog"] ?? ""}
          aria-label={formatMessage({
            id: alternativeTo === undefined ? "filters.add" : "filters.or",
          })}
        >
          <Suspense fallback={<Waiting />}>
            {alternativeTo === undefined ? (
              <FilterForm filters={filters} types={types} fields={fields} onChange={show} />
            ) : (
              <AlternativeForm
                fields={fields}
                onAdd={(condition) => {
                  const now = [...(filters.conditions[alternativeTo] ?? []), condition];
                  show({ conditions: filters.conditions.with(alternativeTo, now) });
                }}
              />
            )}
          </Suspense>
        </Dialog>
      </Popover>
    </div>
  );
}

interface ChipsProps extends Pick<FilterBarProps, "filters" | "types" | "fields"> {
  readonly onRemove: (change: Partial<ListFilters>) => void;
  readonly onBeside: (button: Element, place: number) => void;
}

function Chips({ filters, types, fields, onRemove: remove, onBeside }: ChipsProps): ReactNode {
  const { types: chosen, author, from, to, refersTo, conditions } = filters;
  const labels = chosen.map((type) => types.find(({ apiId }) => apiId === type)?.label ?? type);
  return (
    <>
      {chosen.length > 0 && (
        <Chip onRemove={() => remove({ types: [], conditions: [] })}>
          <FormattedMessage id="filters.typeIs" values={{ types: labels.join(", ") }} />
        </Chip>
      )}
      {author !== undefined && (
        <Chip onRemove={() => remove({ author: undefined })}>
          <AuthorLabel author={author} />
        </Chip>
      )}
      {(from !== undefined || to !== undefined) && (
        <Chip onRemove={() => remove({ from: undefined, to: undefined })}>
          <DateRangeLabel from={from} to={to} />
        </Chip>
      )}
      {refersTo !== undefined && (
        <Chip onRemove={() => remove({ refersTo: undefined })}>
          <FormattedMessage
            id="filters.refersTo"
            values={{ title: <EntryTitle id={refersTo} /> }}
          />
        </Chip>
      )}
      {conditions.map((alternatives, place) => (
        <AlternativeChips
          // Chips have no identity other than their index.
          key={place}
          alternatives={alternatives}
          fields={fields}
          onChange={(now) => {
            const others = now.length === 0 ? [] : [now];
            remove({ conditions: conditions.toSpliced(place, 1, ...others) });
          }}
          onBeside={(button) => onBeside(button, place)}
        />
      ))}
    </>
  );
}

interface AlternativeChipsProps {
  readonly alternatives: Alternatives;
  readonly fields: readonly Field[];
  readonly onChange: (alternatives: Alternatives) => void;
  readonly onBeside: (button: Element) => void;
}

/** A chip for alternative conditions, with a button to add another. */
function AlternativeChips(props: AlternativeChipsProps): ReactNode {
  const { alternatives, fields, onChange, onBeside } = props;
  return (
    <span className={styles["alternatives"]}>
      {alternatives.map((condition, place) => (
        <Fragment key={`${place} ${condition.field} ${condition.value}`}>
          {place > 0 && (
            <span className={styles["or"]}>
              <FormattedMessage id="filters.orWord" />
            </span>
          )}
          <Chip onRemove={() => onChange(alternatives.filter((one) => one !== condition))}>
            <ConditionLabel condition={condition} fields={fields} />
          </Chip>
        </Fragment>
      ))}
      <Button className={styles["clear"] ?? ""} onPress={({ target }) => onBeside(target)}>
        <FormattedMessage id="filters.or" />
      </Button>
    </span>
  );
}

interface ChipProps {
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** A filter chip. Its text also labels its button. */
function Chip({ onRemove, children }: ChipProps): ReactNode {
  const textRef = useRef<HTMLSpanElement>(null);
  const { formatMessage } = useIntl();
  const [label, setLabel] = useState("");
  return (
    <span className={styles["chip"]}>
      <span ref={textRef}>{children}</span>
      <Button
        className={styles["remove"] ?? ""}
        aria-label={`${formatMessage({ id: "filters.remove" })} ${label}`}
        onFocusChange={() => setLabel(textRef.current?.textContent ?? "")}
        onPress={onRemove}
      >
        <X size={13} aria-hidden="true" />
      </Button>
    </span>
  );
}

function AuthorLabel({ author }: { readonly author: string }): ReactNode {
  const { data: authors = [] } = useAuthors();
  const { formatMessage } = useIntl();
  const name =
    author === "me"
      ? formatMessage({ id: "filters.me" })
      : authors.find(({ email }) => email.toLowerCase() === author.toLowerCase())?.name;
  return <FormattedMessage id="filters.authorIs" values={{ name: <b>{name ?? author}</b> }} />;
}

function DateRangeLabel({ from, to }: Pick<ListFilters, "from" | "to">): ReactNode {
  if (from === undefined) {
    return <FormattedMessage id="filters.changedUntil" values={{ to: <Day day={to ?? ""} /> }} />;
  }
  if (to === undefined) {
    return <FormattedMessage id="filters.changedFrom" values={{ from: <Day day={from} /> }} />;
  }
  return (
    <FormattedMessage
      id="filters.changedBetween"
      values={{ from: <Day day={from} />, to: <Day day={to} /> }}
    />
  );
}

function Day({ day }: { readonly day: string }): ReactNode {
  return (
    <b>
      <FormattedDate value={`${day}T00:00`} dateStyle="medium" />
    </b>
  );
}

function EntryTitle({ id }: { readonly id: string }): ReactNode {
  const { data } = useEntriesById([id]);
  return <b>{data?.[0]?.title ?? id}</b>;
}

interface ConditionLabelProps {
  readonly condition: Condition;
  readonly fields: readonly Field[];
}

function ConditionLabel({ condition, fields }: ConditionLabelProps): ReactNode {
  const { formatMessage } = useIntl();
  const { operator, value } = condition;
  const field = fields.find(({ apiId }) => apiId === condition.field);
  const shown =
    field?.type === "boolean" ? (
      <b>{formatMessage({ id: value === "true" ? "filters.yes" : "filters.no" })}</b>
    ) : field?.type === "reference" ? (
      <EntryTitle id={value} />
    ) : (
      <b>{value}</b>
    );
  return (
    <>
      {field?.label ?? condition.field} <FormattedMessage id={`filters.${operator}`} />{" "}
      {value !== "" && shown}
    </>
  );
}
