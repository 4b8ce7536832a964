import { ChevronRight, Folder } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import type { MediaFolder } from "../api/media/media-library.ts";
import { foldersBelow } from "./folder-tree.ts";
import text from "../ui/text.module.css";
import styles from "./folders.module.css";

interface FoldersProps {
  readonly folders: readonly MediaFolder[];
  /** Undefined for the whole library. */
  readonly folder: string | undefined;
}

/** The current folder with its parents and subfolders. */
export function Folders({ folders, folder }: FoldersProps): ReactNode {
  const { formatMessage } = useIntl();
  const addressOf = useFolderUrl();
  const below = foldersBelow(folders, folder);
  if (folder === undefined && below.length === 0) return null;
  const names = folder?.split("/") ?? [];
  return (
    <nav className={styles["folders"]} aria-label={formatMessage({ id: "media.folders" })}>
      {names.length > 0 && (
        <ol className={styles["trail"]}>
          <li className={text["status"]}>
            <Link to={addressOf(undefined)}>
              <FormattedMessage id="media.allFiles" />
            </Link>
          </li>
          {names.map((name, depth) => {
            const path = names.slice(0, depth + 1).join("/");
            return (
              <li className={text["status"]} key={path}>
                <ChevronRight size={14} aria-hidden="true" />
                <Link
                  to={addressOf(path)}
                  {...(path === folder && { "aria-current": "page" as const })}
                >
                  {name}
                </Link>
              </li>
            );
          })}
        </ol>
      )}
      {below.length > 0 && (
        <ul className={styles["below"]}>
          {below.map(({ path, name, files }) => (
            <li key={path}>
              <Link className={styles["folder"] ?? ""} to={addressOf(path)}>
                <Folder size={16} aria-hidden="true" />
                <span className={text["clip"]}>{name}</span>
                <small>
                  <FormattedNumber value={files} />
                </small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

/** Returns a function for the library's URL at a folder, keeping the other filters. */
function useFolderUrl(): (folder: string | undefined) => string {
  const { search } = useLocation();
  return (folder) => {
    const next = new URLSearchParams(search);
    next.delete("file");
    if (folder === undefined) next.delete("folder");
    else next.set("folder", folder);
    return `?${next}`;
  };
}
