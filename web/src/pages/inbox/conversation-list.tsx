import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { type InboxSearch, readInboxFilter } from '#web/app/inbox-search.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime, formatFullDay } from '#web/lib/time.ts'
import { usePerson } from '#web/posts/use-person.ts'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { cutIntoParts, Near } from '#web/ui/near.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import type { Conversation } from './inbox-query.ts'
import { nameOf, textOf } from './name-of.ts'
import { LabelDots } from './notes/conversation-labels.tsx'
import { shortAge } from './short-age.ts'

interface ListProps {
  readonly conversations: readonly Conversation[]
  /** False if more of the list can be loaded. */
  readonly isComplete: boolean
  readonly isDimmed: boolean
  readonly search: InboxSearch
}

/** Few enough to render between two frames. */
const rowsAtOnce = 10
const rowHeight = 88

/** The conversations of a part of the inbox, one per row. Only rows near the viewport are rendered. */
export function ConversationList({ conversations, isComplete, isDimmed, search }: ListProps) {
  const { inbox: words } = useMessages('inbox')
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <ul> may hold no parts between itself and its items
    <div role="list" aria-label={words.list} aria-busy={isDimmed} className={isDimmed ? 'opacity-60' : ''}>
      {cutIntoParts(conversations, rowsAtOnce).map(({ from, things }) => (
        <Near key={from} role="presentation" guess={things.length * rowHeight} isFirst={from === 0}>
          {() =>
            things.map((conversation, nth) => (
              <Row
                key={conversation.id}
                conversation={conversation}
                place={from + nth + 1}
                setSize={isComplete ? conversations.length : -1}
                isOpen={conversation.id === search.open}
                {...readInboxFilter({ ...search })}
              />
            ))
          }
        </Near>
      ))}
    </div>
  )
}

interface RowProps extends Pick<InboxSearch, 'show' | 'q' | 'account' | 'label'> {
  readonly conversation: Conversation
  readonly place: number
  readonly setSize: number
  readonly isOpen: boolean
}

/** A conversation: who it is with, what was said last, and who takes care of it. */
const Row = memo(function Row({ conversation, place, setSize, isOpen, ...filter }: RowProps) {
  const { inbox: words } = useMessages('inbox')
  const { id, profileId, network, kind, person, last, lastInAt, unansweredSince, state, snoozedUntil, waitingReplies } =
    conversation
  const assignee = usePerson(profileId)(conversation.assigneeUid)
  const name = nameOf(person)
  const text = textOf(last, conversation, words)
  const isWaiting = unansweredSince !== null && state === 'open'
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <li> may stand in an <ul> alone
    <div role="listitem" aria-posinset={place} aria-setsize={setSize} className="border-line border-b">
      <Link
        to="/p/$profileId/inbox"
        params={{ profileId }}
        search={{ ...filter, open: id }}
        data-conversation={id}
        aria-current={isOpen ? 'page' : undefined}
        className="relative flex gap-3 px-4 py-3 -outline-offset-2 hover:bg-sunken aria-[current=page]:bg-brand-tint"
      >
        <span className="self-start">
          <AccountFace account={{ network, handle: person.handle, displayName: person.name }} size={36} />
        </span>
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
          <span className="flex items-baseline gap-2">
            <OneLine className={`flex-1 ${isWaiting ? 'font-semibold' : 'font-medium'}`}>{name}</OneLine>
            <time dateTime={lastInAt} title={formatFullDay(lastInAt)} className="nums shrink-0 text-ink-3 text-xs">
              {shortAge(lastInAt)}
            </time>
          </span>
          <OneLine className={`text-sm ${isWaiting ? 'font-semibold' : ''}`}>
            {last.sender.isUs ? words.you(text) : text}
          </OneLine>
          <span className="flex min-h-5 items-center gap-2 text-ink-3 text-xs">
            {state === 'snoozed' && snoozedUntil ? (
              <OneLine className="flex-1">{words.snoozedUntil(formatDayAndTime(snoozedUntil))}</OneLine>
            ) : (
              <span className="flex-1">{words.kinds[kind]}</span>
            )}
            <LabelDots conversation={conversation} />
            {waitingReplies > 0 && <span className="truncate text-held">{words.approvals.row}</span>}
            {isWaiting && <span className="sr-only">{words.unanswered}</span>}
            {assignee && (
              <span role="img" aria-label={words.assignedTo(assignee.name)} title={assignee.name}>
                <Face name={assignee.name} url={assignee.avatarUrl} size={20} />
              </span>
            )}
          </span>
        </span>
        {isWaiting && <span aria-hidden="true" className="waiting-dot" />}
      </Link>
    </div>
  )
})
