import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import {
  type Take,
  type Upstream,
  type UpstreamBranch,
  useDecideUpstream,
} from "../../api/settings/upstream.ts";
import { useSiteId } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { DangerDialog } from "../../ui/sections/danger-dialog.tsx";
import { Row, Rows } from "../../ui/sections/row.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Problem } from "./upstream-state.tsx";

const TONES = {
  in_sync: "leaf",
  waiting: "slate",
  held: "ochre",
  rejected: "madder",
  refused: "madder",
  proposed: "ochre",
  question: "ochre",
} as const;

/** The branches on both sides, with their differences, problems, and actions. */
export function BranchList({ upstream }: { readonly upstream: Upstream }): ReactNode {
  const { branches, requests } = upstream;
  if (branches.length === 0) {
    return (
      <p>
        <FormattedMessage id="upstream.noBranches" />
      </p>
    );
  }
  return (
    <Rows>
      {branches.map((branch) => (
        <BranchRow
          key={branch.name}
          branch={branch}
          // `main` can have another name upstream.
          there={branch.name === "main" ? upstream.branch : branch.name}
          request={requests.find(({ change }) => change === branch.change)}
        />
      ))}
    </Rows>
  );
}

interface BranchRowProps {
  readonly branch: UpstreamBranch;
  readonly there: string;
  readonly request: Upstream["requests"][number] | undefined;
}

function BranchRow({ branch, there, request }: BranchRowProps): ReactNode {
  const { name, state, problem, question } = branch;
  const [take, setTake] = useState<Take>();
  return (
    <>
      <Row
        title={
          <>
            <code>{name}</code>{" "}
            {there !== name && <FormattedMessage id="upstream.thereCalled" values={{ there }} />}
          </>
        }
        lines={[
          <Counts key="counts" branch={branch} />,
          <BranchLinks key="where" branch={branch} request={request} />,
          problem !== null && <Problem key="problem" problem={problem} />,
          question !== null && (
            <FormattedMessage
              key="question"
              id={`upstream.question.${question.kind}`}
              values={{ there }}
            />
          ),
        ].filter((line) => line !== false)}
      >
        <Tag tone={TONES[state]}>
          <FormattedMessage id={`upstream.branch.${state}`} />
        </Tag>
        {question?.choices.map((choice) => (
          <Button key={choice} onPress={() => setTake(choice)}>
            <FormattedMessage id={`upstream.take.${choice}`} />
          </Button>
        ))}
      </Row>
      {take !== undefined && (
        <ConfirmDecision
          branch={branch}
          there={there}
          take={take}
          onClose={() => setTake(undefined)}
        />
      )}
    </>
  );
}

function Counts({ branch: { ahead, behind, here, there } }: Pick<BranchRowProps, "branch">) {
  if (here === null && there === null) return <FormattedMessage id="upstream.nowhere" />;
  if (here === null) return <FormattedMessage id="upstream.notHere" />;
  if (there === null) return <FormattedMessage id="upstream.notThere" />;
  // Unrelated histories have no commit counts.
  if (ahead === null || behind === null || (ahead === 0 && behind === 0)) return null;
  return <FormattedMessage id="upstream.apart" values={{ ahead, behind }} />;
}

/** The change request of the branch, and its pull or merge request at the Git host. */
function BranchLinks({ branch: { change }, request }: Pick<BranchRowProps, "branch" | "request">) {
  const site = useSiteId();
  if (change === null) return null;
  const address = request === undefined ? null : URL.parse(request.url);
  return (
    <>
      <Link to={`/sites/${site}/review/${change}`}>
        <FormattedMessage id="upstream.change" values={{ change }} />
      </Link>
      {request !== undefined && address !== null && /^https?:$/.test(address.protocol) && (
        <>
          {" · "}
          <a href={address.href} target="_blank" rel="noreferrer">
            <FormattedMessage
              id={`upstream.request.${request.state}`}
              values={{ request: request.request }}
            />
          </a>
        </>
      )}
    </>
  );
}

interface ConfirmDecisionProps {
  readonly branch: UpstreamBranch;
  /** Name of the upstream branch. */
  readonly there: string;
  readonly take: Take;
  readonly onClose: () => void;
}

/** Explains what is lost when one history replaces the other, and asks for confirmation. */
function ConfirmDecision({ branch, there, take, onClose }: ConfirmDecisionProps): ReactNode {
  const decide = useDecideUpstream();
  const { name } = branch;
  return (
    <DangerDialog
      title={<FormattedMessage id={`upstream.takeTitle.${take}`} values={{ name, there }} />}
      goes={[<FormattedMessage key="goes" id={`upstream.takeGoes.${take}`} values={{ there }} />]}
      stays={[<FormattedMessage key="stays" id={`upstream.takeStays.${take}`} />]}
      submit={`upstream.takeAct.${take}`}
      act={decide}
      onSubmit={() =>
        decide.mutate({ branch: name, take, there: branch.there }, { onSuccess: onClose })
      }
      onClose={onClose}
    />
  );
}
