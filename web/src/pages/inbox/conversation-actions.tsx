import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { nowDate } from '#web/lib/clock.ts'
import { atMinute, dayKey, shiftDay, startOfDay, weekdayOf } from '#web/lib/day.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { usePerson } from '#web/posts/use-person.ts'
import { Button, iconButtonStyle, smallButtonStyle } from '#web/ui/button.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { MenuChoice, MenuItem } from '#web/ui/menu.tsx'
import type { Conversation } from './inbox-query.ts'
import { KeyMenu } from './key-menu.tsx'
import { LabelsDialog } from './notes/late-notes.ts'
import { useOwnUid } from './use-change.ts'
import type { Deeds, OpenMenuName } from './use-deeds.ts'

interface ActionsProps {
  readonly conversation: Conversation
  readonly deeds: Deeds
  readonly menu: OpenMenuName
  readonly onMenu: (menu: OpenMenuName) => void
}

/** The actions on a conversation: assign it, snooze it, mark it as done or reopen it. */
export function ConversationActions({ conversation, deeds, menu, onMenu }: ActionsProps) {
  const { inbox: words } = useMessages('inbox')
  return (
    <div className="ms-auto flex shrink-0 items-center gap-2">
      <AssignMenu conversation={conversation} deeds={deeds} menu={menu} onMenu={onMenu} />
      {conversation.state !== 'done' && (
        <SnoozeMenu conversation={conversation} deeds={deeds} menu={menu} onMenu={onMenu} />
      )}
      <button
        type="button"
        aria-label={words.notes.labels}
        title={words.notes.labels}
        onClick={() => onMenu('labels')}
        className={`${iconButtonStyle} max-sm:hidden`}
      >
        <Icon name="tag" className="size-4.5" />
      </button>
      {menu === 'labels' && (
        <LabelsDialog
          conversation={conversation}
          onChange={(labelIds) => deeds.label(conversation, labelIds)}
          onClose={() => onMenu(null)}
        />
      )}
      {conversation.state === 'open' ? (
        <Button isSmall onClick={() => deeds.finish(conversation)}>
          <Icon name="check" className="size-4" />
          {words.done}
        </Button>
      ) : (
        <Button isSmall onClick={() => deeds.reopen(conversation)}>
          {words.reopen}
        </Button>
      )}
    </div>
  )
}

function AssignMenu({ conversation, deeds, menu, onMenu }: ActionsProps) {
  const { inbox: words } = useMessages('inbox')
  const { profileId, assigneeUid } = conversation
  const uid = useOwnUid()
  const find = usePerson(profileId)
  const assignee = find(assigneeUid)
  const members = useQuery(membersQuery(profileId)).data ?? []
  const others = members.filter((one) => one.uid !== uid).map((one) => [one.uid, one.name])
  const own = find(uid)?.name
  return (
    <KeyMenu
      trigger={
        <>
          {assignee ? (
            <Face name={assignee.name} url={assignee.avatarUrl} size={20} />
          ) : (
            <Icon name="user" className="size-4" />
          )}
          {assignee && <span className="sr-only">{words.assignedTo(assignee.name)}</span>}
          <span aria-hidden={assignee !== undefined} className="max-w-32 truncate max-sm:sr-only">
            {assignee?.name ?? words.assign}
          </span>
          <Icon name="chevron" className="size-4 text-ink-3" />
        </>
      }
      triggerClass={smallButtonStyle('plain')}
      isOpen={menu === 'assign' || menu === 'assign by key'}
      onOpenChange={(isOpen) => onMenu(isOpen ? 'assign' : null)}
      again={menu === 'assign by key' ? { key: 'a', run: () => deeds.assign(conversation, uid) } : undefined}
    >
      <MenuChoice
        label={words.assignTo}
        value={assigneeUid ?? ''}
        onChange={(next) => deeds.assign(conversation, next || null)}
        options={{ ...(own && { [uid]: words.me(own) }), ...Object.fromEntries(others), '': words.unassign }}
      />
    </KeyMenu>
  )
}

function SnoozeMenu({ conversation, deeds, menu, onMenu }: ActionsProps) {
  const { inbox: words } = useMessages('inbox')
  return (
    <KeyMenu
      label={words.snooze}
      trigger={<Icon name="clock" className="size-4.5" />}
      triggerClass={iconButtonStyle}
      isOpen={menu === 'snooze'}
      onOpenChange={(isOpen) => onMenu(isOpen ? 'snooze' : null)}
    >
      {snoozeTimes(nowDate()).map(([name, until]) => (
        <MenuItem key={name} onSelect={() => deeds.snooze(conversation, until.toISOString())}>
          <span className="flex-1">{words.snoozes[name]}</span>
          <span className="nums ps-4 text-ink-3 text-sm">{formatDayAndTime(until.toISOString())}</span>
        </MenuItem>
      ))}
    </KeyMenu>
  )
}

const hourMs = 3_600_000
const morning = 9 * 60

type Snooze = 'later' | 'tomorrow' | 'monday' | 'week'

/** The times until which a conversation can wait, in the zone of the brand. A time is offered once. */
function snoozeTimes(now: Date): readonly (readonly [Snooze, Date])[] {
  const today = dayKey(now)
  const morningIn = (days: number): Date => atMinute(startOfDay(shiftDay(today, days)), morning)
  const untilMonday = (8 - weekdayOf(today)) % 7 || 7
  return [
    ['later', new Date(now.getTime() + 3 * hourMs)],
    ['tomorrow', morningIn(1)],
    ...(untilMonday > 1 && untilMonday < 7 ? [['monday', morningIn(untilMonday)] as const] : []),
    ['week', morningIn(7)],
  ]
}
