import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useWorkspaceSlug } from "../api/workspaces.ts";
import text from "../ui/text.module.css";
import styles from "./requirement-advice.module.css";

/** A requirement of a skill as checked by a worker. */
export interface CheckedItem {
  readonly kind: string;
  readonly name: string;
  readonly status: string;
  readonly detail?: string | undefined;
}

/** Returns whether it prevents a run from starting. */
export function isMissing({ status }: CheckedItem): boolean {
  return status === "missing" || status === "unknown";
}

interface RequirementAdvicesProps {
  readonly items: readonly CheckedItem[];
  readonly worker: RequirementAdviceProps["worker"];
}

/** Explains how to fix the missing requirements. */
export function RequirementAdvices({ items, worker }: RequirementAdvicesProps): ReactNode {
  return (
    <ul className={styles["advices"]}>
      {items.map((item) => (
        <li key={`${item.kind} ${item.name}`}>
          <RequirementAdvice item={item} worker={worker} />
        </li>
      ))}
    </ul>
  );
}

interface RequirementAdviceProps {
  readonly item: CheckedItem;
  readonly worker: { readonly id: string; readonly name: string };
}

function RequirementAdvice({
  item: { kind, name, detail },
  worker,
}: RequirementAdviceProps): ReactNode {
  const ws = useWorkspaceSlug();
  const at = `/workspaces/${ws}/workers/${worker.id}`;
  const values = {
    name: <code>{name}</code>,
    worker: worker.name,
    detail: detail ?? "",
    secrets: (chunks: readonly ReactNode[]) => (
      <Link className={text["link"]} to={`${at}?tab=secrets`}>
        {chunks}
      </Link>
    ),
    variables: (chunks: readonly ReactNode[]) => (
      <Link className={text["link"]} to={`${at}?tab=variables`}>
        {chunks}
      </Link>
    ),
  };
  switch (kind) {
    case "cli_tool":
      return <FormattedMessage id="hub.todo.cli_tool" values={values} />;
    case "mcp_server":
      return <FormattedMessage id="hub.todo.mcp_server" values={values} />;
    case "env_var":
      return <FormattedMessage id="hub.todo.env_var" values={values} />;
    default:
      return <FormattedMessage id="hub.todo.other" values={values} />;
  }
}
