import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { type ReviewPerson, useReviewPeople } from "../../api/changes/review-context.ts";
import { Avatar } from "../values/avatar.tsx";
import menu from "../menu.module.css";

interface ReviewerMenuProps {
  /** User ids. */
  readonly chosen: readonly string[];
  /** The author, who can't be asked. */
  readonly except: string | null;
  readonly className: string;
  readonly onChange: (chosen: readonly string[]) => void;
  /** Label of the button. */
  readonly children: ReactNode;
}

/** Selects reviewers; those who can approve come first. */
export function ReviewerMenu(props: ReviewerMenuProps): ReactNode {
  const { chosen, except, className, onChange, children } = props;
  const { data: people = [] } = useReviewPeople();
  const offered = people
    .filter(({ userId }) => userId !== except)
    .toSorted((one, other) => Number(canReview(other)) - Number(canReview(one)));
  if (offered.length === 0) return null;
  return (
    <MenuTrigger>
      <AriaButton className={className}>{children}</AriaButton>
      <Popover className={menu["popup"] ?? ""} placement="bottom start">
        <Menu
          className={menu["menu"] ?? ""}
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={(keys) =>
            onChange(keys === "all" ? offered.map(({ userId }) => userId) : [...keys].map(String))
          }
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
                    {isSelected && <Check size={14} aria-hidden="true" />}
                    {!isSelected && !canReview(person) && (
                      <FormattedMessage id="people.mayComment" />
                    )}
                  </span>
                </>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function canReview({ role }: ReviewPerson): boolean {
  return role !== "view" && role !== "write";
}
