import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { InboxFilter } from '#web/app/inbox-search.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Drawing, Icon } from '#web/icons/icon.tsx'
import { useKey } from '#web/lib/browser/use-key.ts'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { ItemActs } from './acts/item-acts.tsx'
import { useActs } from './acts/use-acts.ts'
import { ConversationActions } from './conversation-actions.tsx'
import { type Conversation, type Item, itemsQuery, repliesQuery } from './inbox-query.ts'
import { Message } from './message.tsx'
import { nameOf } from './name-of.ts'
import { ConversationLabels } from './notes/conversation-labels.tsx'
import { NoteField, NoteLine } from './notes/late-notes.ts'
import { lock, type Note, notesQuery } from './notes/notes-query.ts'
import { PostCard } from './post-card.tsx'
import { ReplyField } from './replies/reply-field.tsx'
import { ReplyLine } from './replies/reply-line.tsx'
import { isAnswerable, useReplies } from './replies/use-replies.ts'
import { useReplyRule } from './replies/use-reply-rule.ts'
import type { Deeds, OpenMenuName } from './use-deeds.ts'

interface PaneProps {
  readonly conversation: Conversation
  readonly filter: InboxFilter
  readonly deeds: Deeds
  /** True if replies to the account can be sent from here. */
  readonly canReply: boolean
  readonly menu: OpenMenuName
  readonly onMenu: (menu: OpenMenuName) => void
}

/** A conversation: the post that it is about, and what was said, oldest first. */
export function ConversationPane({ conversation, filter, deeds, canReply, menu, onMenu }: PaneProps) {
  const { inbox: words } = useMessages('inbox')
  const { mayPublish, mayWrite } = useRights()
  const rule = useReplyRule(conversation.profileId)
  const [again, setAgain] = useState<{ readonly text: string } | null>(null)
  const { id, profileId, network, kind, person, postId } = conversation
  const items = useQuery(itemsQuery(profileId, id))
  const said = items.data ?? []
  const notes = useQuery({ ...notesQuery(profileId, id), enabled: conversation.notes > 0 }).data ?? []
  const talk = mergeByTime(said, notes)
  const replies = useQuery(repliesQuery(profileId, id)).data ?? []
  const pending = replies.filter(
    ({ state, sentItemId }) => state !== 'cancelled' && !said.some((one) => one.id === sentItemId),
  )
  const isNoting = menu === 'note' && mayWrite
  const mayReply = canReply && (mayPublish || (mayWrite && rule !== 'none')) && said.some(isAnswerable)
  const { deeds: replyDeeds, send } = useReplies(profileId)
  const acts = useActs(conversation)
  const latest = said.findLast(({ canAct }) => canAct.includes('hide'))
  useKey(mayPublish && latest ? { h: () => acts.hide(latest) } : {})
  const name = nameOf(person)
  const pane = useStartAtEnd(said.length + notes.length + pending.length)
  return (
    <section aria-labelledby="conversation-title" className="inbox-talk">
      <header className="inbox-bar">
        <Link
          to="/p/$profileId/inbox"
          params={{ profileId }}
          search={filter}
          aria-label={words.back}
          title={words.back}
          className={`inbox-back ${iconButtonStyle}`}
        >
          <Icon name="left" />
        </Link>
        <h1 className="inbox-back sr-only">{words.title}</h1>
        <h2 id="conversation-title" tabIndex={-1} className="min-w-0 truncate font-semibold outline-none">
          <bdi>{name}</bdi>{' '}
          <span className="font-normal text-ink-3 text-sm max-sm:sr-only">
            · {words.kindsOn[kind](networks[network].name)}
          </span>
          <span aria-hidden="true" className="block truncate font-normal text-ink-3 text-xs sm:hidden">
            {networks[network].name}
          </span>
        </h2>
        {mayWrite && <ConversationActions conversation={conversation} deeds={deeds} menu={menu} onMenu={onMenu} />}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls can be scrolled with keys */}
      <section ref={pane} tabIndex={0} aria-label={words.thread} className="inbox-scroll -outline-offset-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-6 sm:pt-5">
          <span className="flex flex-wrap items-center gap-2 empty:hidden">
            <ConversationLabels conversation={conversation} />
            {mayWrite && (
              <Button isSmall variant="quiet" className="sm:hidden" onClick={() => onMenu('labels')}>
                <Icon name="tag" className="size-4" />
                {words.notes.labels}
              </Button>
            )}
          </span>
          {postId && <PostCard postId={postId} conversation={conversation} />}
          {items.isPending && <Loading />}
          {items.error && !items.data && <ProblemBanner error={items.error} onRetry={() => void items.refetch()} />}
          {talk.map(({ item, note }) =>
            note ? (
              <NoteLine key={note.id} profileId={profileId} note={note} />
            ) : (
              <Message
                key={item.id}
                item={item}
                conversation={conversation}
                acts={<ItemActs item={item} conversation={conversation} acts={acts} />}
                authorUid={replies.find(({ sentItemId }) => sentItemId === item.id)?.authorUid ?? null}
              />
            ),
          )}
          {pending.map((reply) => (
            <ReplyLine
              key={reply.id}
              reply={reply}
              conversation={conversation}
              lastItemId={said.at(-1)?.id ?? null}
              deeds={replyDeeds}
              onAgain={(text) => setAgain({ text })}
            />
          ))}
        </div>
      </section>
      {isNoting && <NoteField profileId={profileId} conversationId={id} onClose={() => onMenu(null)} />}
      {!isNoting && !mayReply && mayWrite && (
        <span className="px-4 pb-4">
          <Button isSmall onClick={() => onMenu('note')}>
            <Drawing path={lock} className="size-4" />
            {words.notes.add}
          </Button>
        </span>
      )}
      {!isNoting && mayReply && (
        <ReplyField
          conversation={conversation}
          again={again}
          asks={!mayPublish || rule === 'all'}
          handle={said.findLast(({ sender }) => !sender.isUs)?.sender.handle ?? null}
          onNote={mayWrite ? () => onMenu('note') : null}
          onSend={async (written) => {
            const reply = await send(conversation, said, written)
            if (written.closes && reply?.state === 'queued') deeds.leave(conversation)
          }}
        />
      )}
    </section>
  )
}

type Said = { readonly at: string } & (
  | { readonly item: Item; readonly note?: never }
  | { readonly note: Note; readonly item?: never }
)

/** Puts messages and notes into the order of their times. */
function mergeByTime(items: readonly Item[], notes: readonly Note[]): readonly Said[] {
  const talk: Said[] = [
    ...items.map((item) => ({ at: item.saidAt, item })),
    ...notes.map((note) => ({ at: note.createdAt, note })),
  ]
  return notes.length === 0 ? talk : talk.sort((one, other) => (one.at < other.at ? -1 : 1))
}

/** Shows the latest message of a conversation, also when another one comes. */
function useStartAtEnd(count: number) {
  const pane = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (count > 0) pane.current?.scrollTo({ top: pane.current.scrollHeight })
  }, [count])
  return pane
}
