import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { useMergeChange } from "../../api/changes/change.ts";
import type { ChangeChecks } from "../../api/changes/checks.ts";
import { RefusedError } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { LiveMessage } from "../../ui/values/live-message.tsx";
import { includesApproval, publishProblems } from "../stage/merge-rules.ts";
import type { ChangeParts } from "./parts.ts";
import form from "../../ui/form.module.css";
import styles from "./request.module.css";

/** Explains the effect of merging on the site and its visitors, and asks for confirmation. */
export function MergeDialog(props: ChangeParts & { readonly onClose: () => void }): ReactNode {
  const { detail, site, onlooker, checks, onClose } = props;
  const [publish, setPublish] = useState(false);
  const accept = useMergeChange(detail.change.number);
  const { entries } = detail;
  const problems = publishProblems(checks);
  const mayPublish = checks !== undefined && checks.live.length > 0;
  const isHindered = publish && problems.length > 0;
  const act = (): void => {
    if (accept.isPending || isHindered) return;
    const approve = includesApproval(detail, onlooker);
    accept.mutate({ head: detail.head, publish, approve }, { onSuccess: onClose });
  };
  // The merge succeeded, and only publishing failed.
  const isAccepted =
    accept.error instanceof RefusedError && accept.error.problem.code === "publish_refused";
  return (
    <Dialog
      title={<FormattedMessage id="review.acceptTitle" values={{ title: detail.change.title }} />}
      isOpen
      onClose={onClose}
    >
      <div className={form["form"]}>
        <p>
          <FormattedMessage id="review.acceptText" values={{ count: entries.length }} />
        </p>
        {mayPublish && (
          <Switch isSelected={publish} onChange={setPublish}>
            <FormattedMessage id="review.publishToo" />
          </Switch>
        )}
        {publish && <Live checks={checks} isOn={site.publishing} />}
        {isHindered && <Problems problems={problems} detail={detail} />}
        {isAccepted && (
          <Note tone="ochre">
            <FormattedMessage id="review.acceptedNotLive" />
          </Note>
        )}
        <Refusal error={accept.error} />
        <div className={`${form["foot"]} ${styles["formFoot"]}`}>
          <Button onPress={onClose}>
            <FormattedMessage id="review.cancel" />
          </Button>
          <Button
            look="primary"
            isDisabled={isHindered || isAccepted}
            isWorking={accept.isPending}
            onPress={act}
          >
            <FormattedMessage id={publish ? "review.acceptAndPublish" : "review.accept"} />
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface LiveProps {
  readonly checks: ChangeChecks | undefined;
  /** Whether publishing of the site is on. */
  readonly isOn: boolean;
}

/** What visitors will see. */
function Live({ checks, isOn }: LiveProps): ReactNode {
  const count = (kind: ChangeChecks["live"][number]["kind"]): number =>
    checks?.live.filter((one) => one.kind === kind).length ?? 0;
  const shownIn = checks?.shownIn ?? [];
  return (
    <ul className={styles["live"]}>
      <li>
        <LiveMessage
          id="review.willLive"
          values={{ fresh: count("new"), changed: count("changed"), gone: count("removed") }}
        />
      </li>
      {shownIn.length > 0 && (
        <li>
          <FormattedMessage
            id="review.shownIn"
            values={{ count: shownIn.length, titles: shownIn.map(({ title }) => title).join(", ") }}
          />
        </li>
      )}
      {!isOn && (
        <li>
          <FormattedMessage id="review.publishingOff" />
        </li>
      )}
    </ul>
  );
}

interface ProblemsProps extends Pick<ChangeParts, "detail"> {
  readonly problems: ChangeChecks["entries"];
}

/** Problems that prevent publishing on merge. */
function Problems({ problems, detail }: ProblemsProps): ReactNode {
  return (
    <Note tone="madder">
      <FormattedMessage id="review.cannotPublish" />
      <ul>
        {problems.map(({ id, problems: [problem] }) => (
          <li key={id}>
            <b>{detail.entries.find((entry) => entry.id === id)?.title ?? id}</b>:{" "}
            {problem?.message}
          </li>
        ))}
      </ul>
    </Note>
  );
}
