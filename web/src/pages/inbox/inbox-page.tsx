import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type InboxFilter, type InboxSearch, readInboxFilter, readInboxSearch } from '#web/app/inbox-search.ts'
import { useRights } from '#web/app/rights/rights.ts'
import type { AreaLoaders } from '#web/i18n/areas.ts'
import { openArea } from '#web/i18n/frame.ts'
import { useMessages } from '#web/i18n/index.ts'
import { useKey } from '#web/lib/browser/use-key.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AccountSwitches } from './account-switches.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import {
  type Conversation,
  conversationQuery,
  conversationsQuery,
  type InboxAccount,
  inboxAccountsQuery,
} from './inbox-query.ts'
import { ListHead } from './list-head.tsx'
import { NoConversations } from './no-conversations.tsx'
import { PersonPane } from './person-pane.tsx'
import { ReadingProblem } from './reading-problem.tsx'
import { StartPage } from './start-page.tsx'
import { type OpenMenuName, rowOf, useDeeds } from './use-deeds.ts'
import './inbox.css'

export { readAhead } from './inbox-query.ts'

const texts: AreaLoaders<'inbox'> = {
  en: async () => (await import('#web/i18n/en/inbox/index.ts')).inbox,
  de: async () => (await import('#web/i18n/de/inbox/index.ts')).inbox,
  es: async () => (await import('#web/i18n/es/inbox/index.ts')).inbox,
  fr: async () => (await import('#web/i18n/fr/inbox/index.ts')).inbox,
}

/** Loads the texts of the inbox in the language of the reader. */
export const openTexts = (): Promise<void> => openArea('inbox', texts)

/** The inbox of a brand: the list, the open conversation, and its person. */
export function InboxPage() {
  const { inbox: words } = useMessages('inbox')
  const { profileId } = useParams({ from: '/p/$profileId' })
  const search = useSearch({ from: '/p/$profileId/inbox' })
  const accounts = useQuery(inboxAccountsQuery(profileId))
  const list = useInfiniteQuery(conversationsQuery(profileId, readInboxFilter({ ...search })))
  const conversations = list.data?.pages.flatMap((page) => page.conversations)
  const error = accounts.error ?? list.error
  if (error && (!accounts.data || !conversations))
    return (
      <Page title={words.title}>
        <ProblemBanner error={error} onRetry={() => void Promise.all([accounts.refetch(), list.refetch()])} />
      </Page>
    )
  if (!accounts.data || !conversations)
    return (
      <Page title={words.title}>
        <WaitingRows count={6} />
      </Page>
    )
  const isOff = !accounts.data.some(({ isOn }) => isOn)
  if (isOff && conversations.length === 0 && Object.keys(readInboxSearch({ ...search })).length === 0)
    return <StartPage profileId={profileId} accounts={accounts.data} />
  return (
    <Inbox
      key={profileId}
      profileId={profileId}
      search={search}
      accounts={accounts.data}
      list={list}
      conversations={conversations}
    />
  )
}

interface InboxProps {
  readonly profileId: string
  readonly search: InboxSearch
  readonly accounts: readonly InboxAccount[]
  readonly list: UseInfiniteQueryResult<unknown>
  readonly conversations: readonly Conversation[]
}

/** The panes of the inbox: three of them, two, or one after the other, as there is room. */
function Inbox({ profileId, search, accounts, list, conversations }: InboxProps) {
  const { inbox: words } = useMessages('inbox')
  const filter = readInboxFilter({ ...search })
  const navigate = useNavigate({ from: '/p/$profileId/inbox' })
  const { mayManage, mayWrite } = useRights()
  const [isChoosing, setChoosing] = useState(false)
  const [menu, setMenu] = useState<OpenMenuName>(null)
  const deeds = useDeeds(profileId, search, conversations)
  const { open, isGone } = useOpenConversation(profileId, search.open, conversations)
  useEffect(() => {
    document.title = `${words.title} · Posthorn`
  }, [words])
  useFocusInOnePane(search.open)
  const show = (next: InboxFilter) => void navigate({ search: readInboxFilter({ ...next }), replace: true })
  const selected = (): Conversation | undefined => {
    const row = document.activeElement?.closest<HTMLElement>('[data-conversation]')
    return conversations.find(({ id }) => id === row?.dataset.conversation) ?? open
  }
  const openMenu = (name: OpenMenuName) => {
    const conversation = selected()
    if (!conversation || (name === 'snooze' && conversation.state === 'done')) return
    if (conversation.id !== search.open) void navigate({ search: { ...filter, open: conversation.id } })
    setMenu(name)
  }
  const withSelected = (act: (conversation: Conversation) => void, isFit: (state: string) => boolean) => () => {
    const conversation = selected()
    if (conversation && isFit(conversation.state)) act(conversation)
  }
  useKey({
    ...(mayWrite && {
      e: withSelected(deeds.finish, (state) => state !== 'done'),
      u: withSelected(deeds.reopen, (state) => state !== 'open'),
      s: () => openMenu('snooze'),
      a: () => openMenu('assign by key'),
      l: () => openMenu('labels'),
      n: () => openMenu('note'),
    }),
    ...(search.open && { Escape: () => show(filter) }),
  })
  return (
    <div className="inbox-frame">
      <div className={`inbox ${search.open ? 'inbox-opened' : ''}`}>
        <div className="inbox-list">
          <ListHead
            profileId={profileId}
            filter={filter}
            accounts={accounts}
            onChange={show}
            onAccounts={mayManage ? () => setChoosing(true) : null}
          />
          <ReadingProblem profileId={profileId} accounts={accounts} />
          <div className="inbox-scroll">
            {conversations.length === 0 && (
              <NoConversations profileId={profileId} filter={filter} accounts={accounts} onShowAll={() => show({})} />
            )}
            <ConversationList
              conversations={conversations}
              isComplete={!list.hasNextPage}
              isDimmed={list.isPlaceholderData}
              search={search}
            />
            {list.hasNextPage && (
              <div className="grid p-3">
                <LoadMore
                  parts={conversations.length}
                  isBusy={list.isFetchingNextPage}
                  hasFailed={list.isFetchNextPageError}
                  onMore={() => void list.fetchNextPage()}
                />
              </div>
            )}
          </div>
        </div>
        {open && (
          <ConversationPane
            key={open.id}
            conversation={open}
            filter={filter}
            deeds={deeds}
            canReply={accounts.some(({ accountId, canReply }) => canReply && accountId === open.accountId)}
            menu={menu}
            onMenu={setMenu}
          />
        )}
        {open && <PersonPane key={`${open.id} person`} conversation={open} filter={filter} />}
        {!open && (
          <div className="inbox-talk place-content-center justify-items-center gap-1 p-6 text-center text-ink-3">
            {isGone && <p className="font-medium text-ink">{words.gone}</p>}
            {!search.open && conversations.length > 0 && (
              <>
                <p className="font-medium text-ink">{words.choose}</p>
                <p className="text-balance">{words.chooseLead}</p>
              </>
            )}
          </div>
        )}
      </div>
      {isChoosing && (
        <Dialog title={words.accounts} lead={words.accountsLead} onClose={() => setChoosing(false)}>
          <AccountSwitches profileId={profileId} accounts={accounts} />
        </Dialog>
      )}
    </div>
  )
}

/** Returns the open conversation: from the list, which is fetched again and again, or alone if the list lacks it. */
function useOpenConversation(profileId: string, id: string | undefined, conversations: readonly Conversation[]) {
  const listed = conversations.find((one) => one.id === id)
  const alone = useQuery({ ...conversationQuery(profileId, id ?? ''), enabled: id !== undefined && !listed })
  const open = listed ?? (id === undefined || alone.isPlaceholderData ? undefined : alone.data)
  return { open, isGone: open === undefined && alone.isError }
}

/** Moves the focus where only one pane is visible: from the list to the conversation and back. */
function useFocusInOnePane(open: string | undefined): void {
  const last = useRef(open)
  useEffect(() => {
    if (open === last.current) return
    if (open === undefined && last.current) rowOf(last.current)?.focus()
    else if (open && !rowOf(open)) document.getElementById('conversation-title')?.focus()
    last.current = open
  }, [open])
}
