import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { useGiveVerdict, useUpdateChange } from "../../api/changes/change.ts";
import { type SitePerson, useSitePeople } from "../../api/people/site-people.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Avatar } from "../../ui/values/avatar.tsx";
import { rightsOf } from "../accepting.ts";
import { PersonName } from "../person-name.tsx";
import type { ChangeParts } from "../request/parts.ts";
import { STANDING_WORDS } from "../reviewer-marks.tsx";
import { countingReviews, reviewersOf } from "../stage.ts";
import menu from "../../ui/menu.module.css";
import styles from "./side.module.css";

/** Who is asked and what they said; and the yes of the person, without accepting yet. */
export function ReviewersSection(props: ChangeParts): ReactNode {
  const { detail, onlooker, names } = props;
  const { change, head } = detail;
  const reviewers = reviewersOf(change);
  const rights = rightsOf(change, onlooker);
  const judge = useGiveVerdict(change.number);
  const mine = countingReviews(change).find(({ userId }) => userId === onlooker.userId);
  return (
    <section className={styles["section"]}>
      <h2>
        <FormattedMessage id="review.reviewers" />
      </h2>
      {reviewers.length === 0 && (
        <p className={styles["none"]}>
          <FormattedMessage id="review.nobodyAsked" />
        </p>
      )}
      <ul>
        {reviewers.map(({ userId, standing }) => (
          <li key={userId} className={styles["person"]} data-standing={standing}>
            <Avatar name={names.get(userId) ?? "?"} size="medium" />
            <span>
              <PersonName id={userId} names={names} />
            </span>
            <small>
              <FormattedMessage id={STANDING_WORDS[standing]} />
            </small>
          </li>
        ))}
      </ul>
      {change.state === "open" && rights.manage && <AskMenu {...props} />}
      {rights.judge && mine?.verdict !== "approved" && (
        <Button
          isWorking={judge.isPending}
          onPress={() => !judge.isPending && judge.mutate({ verdict: "approved", head })}
        >
          <Check size={15} aria-hidden="true" />
          <FormattedMessage id="review.sayYes" />
        </Button>
      )}
      <Refusal error={judge.error} />
    </section>
  );
}

/** Asks somebody to look at it, or no more: those who can say yes first. */
function AskMenu({ detail: { change } }: ChangeParts): ReactNode {
  const { data: people = [] } = useSitePeople();
  const update = useUpdateChange(change.number);
  const offered = people
    .filter(({ userId }) => userId !== change.createdBy)
    .toSorted((one, other) => Number(mayJudge(other)) - Number(mayJudge(one)));
  if (offered.length === 0) return null;
  return (
    <>
      <MenuTrigger>
        <AriaButton className={styles["link"] ?? ""}>
          <FormattedMessage id="review.askSomeone" />
        </AriaButton>
        <Popover className={menu["popup"] ?? ""} placement="bottom start">
          <Menu
            className={menu["menu"] ?? ""}
            selectionMode="multiple"
            selectedKeys={change.reviewers}
            onSelectionChange={(keys) => {
              const chosen = keys === "all" ? offered.map(({ userId }) => userId) : [...keys];
              update.mutate({ reviewers: chosen.map(String) });
            }}
          >
            {offered.map((person) => (
              <MenuItem
                key={person.userId}
                id={person.userId}
                className={menu["item"] ?? ""}
                textValue={person.name}
              >
                {({ isSelected }) => (
                  <>
                    <Avatar name={person.name} size="medium" />
                    {person.name}
                    <span className={menu["aside"]}>
                      {isSelected ? (
                        <Check size={14} aria-hidden="true" />
                      ) : (
                        !mayJudge(person) && <FormattedMessage id="review.cannotSayYes" />
                      )}
                    </span>
                  </>
                )}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      <Refusal error={update.error} />
    </>
  );
}

function mayJudge({ role }: SitePerson): boolean {
  return role === "edit" || role === "admin";
}
