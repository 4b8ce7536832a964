import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { RefusedError } from "../../api/client.ts";
import {
  MEMORY_KINDS,
  MEMORY_ROWS,
  type MemoryEntry,
  type MemoryQuestion,
  useDeleteMemory,
  useMemory,
} from "../../api/hub/memory.ts";
import { type Project, useProjectsOfWorker } from "../../api/hub/projects.ts";
import type { Worker } from "../../api/hub/workers.ts";
import { Button } from "../../ui/button.tsx";
import { SearchBox } from "../../ui/fields/search-box.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { MemoryDialog } from "./memory-dialog.tsx";
import form from "../../ui/form.module.css";
import list from "../../ui/list.module.css";
import text from "../../ui/text.module.css";
import styles from "./memory.module.css";

const ALL = "all";

/** The memory of a worker: universal entries, optionally with those of a project. */
export function MemoryList({ worker }: { readonly worker: Worker }): ReactNode {
  const projects = useProjectsOfWorker(worker.id);
  const [query, setQuery] = useState<MemoryQuestion>({
    search: "",
    project: undefined,
    kind: undefined,
    offset: 0,
  });
  const [writing, setWriting] = useState<MemoryEntry | "new">();
  const { data, error } = useMemory(worker.id, query);
  return (
    <section className={form["form"]}>
      <div className={`${form["buttons"]} ${styles["tools"]}`}>
        <MemoryFilters
          query={query}
          projects={projects}
          onChange={(change) => setQuery({ ...query, ...change, offset: 0 })}
        />
        <Button onPress={() => setWriting("new")}>
          <Plus size={15} aria-hidden="true" />
          <FormattedMessage id="hub.remember" />
        </Button>
      </div>
      {error !== null && <MemoryRefusal error={error} name={worker.name} />}
      {data === undefined ? (
        error === null && <Waiting />
      ) : (
        <>
          {data.totalCount === 0 && (
            <p className={list["none"]} role="status">
              <FormattedMessage
                id={query.search === "" ? "hub.remembersNothing" : "entries.noMatch"}
              />
            </p>
          )}
          <ul className={styles["entries"]}>
            {data.contents.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                worker={worker}
                project={projects.find(({ id }) => id === entry.projectId)?.name}
                onChange={() => setWriting(entry)}
              />
            ))}
          </ul>
          <Pages
            offset={query.offset}
            total={data.totalCount}
            onGo={(offset) => setQuery({ ...query, offset })}
          />
        </>
      )}
      {writing !== undefined && (
        <MemoryDialog
          workerId={worker.id}
          entry={writing === "new" ? undefined : writing}
          project={query.project}
          projects={projects}
          onClose={() => setWriting(undefined)}
        />
      )}
    </section>
  );
}

interface MemoryFiltersProps {
  readonly query: MemoryQuestion;
  readonly projects: readonly Project[];
  readonly onChange: (change: Partial<MemoryQuestion>) => void;
}

function MemoryFilters({ query, projects, onChange }: MemoryFiltersProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <>
      <SearchBox
        label={formatMessage({ id: "hub.searchMemory" })}
        value={query.search}
        onChange={(search) => onChange({ search })}
      />
      <SelectField
        label={formatMessage({ id: "hub.projectOne" })}
        isLabelled={false}
        options={[
          [ALL, formatMessage({ id: "hub.universalOnly" })],
          ...projects.map(({ id, name }) => [id, name] as const),
        ]}
        value={query.project ?? ALL}
        onChange={(id) => onChange({ project: id === ALL ? undefined : id })}
      />
      <SelectField
        label={formatMessage({ id: "hub.kind" })}
        isLabelled={false}
        options={[
          [ALL, formatMessage({ id: "hub.everyKind" })],
          ...MEMORY_KINDS.map((id) => [id, formatMessage({ id: `hub.kind.${id}` })] as const),
        ]}
        value={query.kind ?? ALL}
        onChange={(id) => onChange({ kind: MEMORY_KINDS.find((one) => one === id) })}
      />
    </>
  );
}

function MemoryRefusal({ error, name }: { readonly error: Error; readonly name: string }) {
  const isAway = error instanceof RefusedError && error.problem.code === "worker_offline";
  if (!isAway) return <Refusal error={error} />;
  return (
    <Note tone="ochre">
      <FormattedMessage id="hub.memoryAway" values={{ name }} />
    </Note>
  );
}

interface EntryProps {
  readonly entry: MemoryEntry;
  readonly worker: Worker;
  readonly project: string | undefined;
  readonly onChange: () => void;
}

function Entry({ entry, worker, project, onChange }: EntryProps): ReactNode {
  const [isAsking, setIsAsking] = useState(false);
  const forget = useDeleteMemory(worker.id);
  const { id, content, tags, updatedAt, kind } = entry;
  const known = MEMORY_KINDS.find((one) => one === kind);
  return (
    <li>
      <p className={styles["content"]}>{content}</p>
      <div className={`${form["buttons"]} ${styles["about"]}`}>
        <Tag tone="slate">{known ? <FormattedMessage id={`hub.kind.${known}`} /> : kind}</Tag>
        <Tag>{entry.projectId === null ? <FormattedMessage id="hub.universal" /> : project}</Tag>
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
        <small className={text["faint"]}>
          <Ago time={updatedAt} />
        </small>
        <span className={styles["acts"]}>
          <Button look="quiet" onPress={onChange}>
            <FormattedMessage id="hub.changeIt" />
          </Button>
          <Button look="quiet" onPress={() => setIsAsking(true)}>
            <FormattedMessage id="hub.forget" />
          </Button>
        </span>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={<FormattedMessage id="hub.forgetAsk" />}
          act={<FormattedMessage id="hub.forget" />}
          mutation={forget}
          onAct={() => forget.mutate(id, { onSuccess: () => setIsAsking(false) })}
          onClose={() => setIsAsking(false)}
        >
          <p className={styles["content"]}>{content}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

interface PagesProps {
  readonly offset: number;
  readonly total: number;
  readonly onGo: (offset: number) => void;
}

function Pages({ offset, total, onGo }: PagesProps): ReactNode {
  if (total <= MEMORY_ROWS) return null;
  return (
    <div className={`${text["soft"]} ${styles["pages"]}`}>
      <Button isDisabled={offset === 0} onPress={() => onGo(Math.max(0, offset - MEMORY_ROWS))}>
        <FormattedMessage id="hub.pageBefore" />
      </Button>
      <span>
        <FormattedMessage
          id="hub.pageOf"
          values={{ from: offset + 1, to: Math.min(total, offset + MEMORY_ROWS), total }}
        />
      </span>
      <Button isDisabled={offset + MEMORY_ROWS >= total} onPress={() => onGo(offset + MEMORY_ROWS)}>
        <FormattedMessage id="hub.pageAfter" />
      </Button>
    </div>
  );
}
