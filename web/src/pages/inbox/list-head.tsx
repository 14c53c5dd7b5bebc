import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { inboxCountsQuery } from '#web/app/inbox-counts-query.ts'
import { type InboxFilter, longestSearch, type Show, shows } from '#web/app/inbox-search.ts'
import { accountsQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Drawing, Icon } from '#web/icons/icon.tsx'
import { useKey } from '#web/lib/browser/use-key.ts'
import { formatNumber } from '#web/lib/number.ts'
import { labelsQuery } from '#web/posts/labels/labels-query.ts'
import { iconButtonStyle } from '#web/ui/button.tsx'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import type { InboxAccount } from './inbox-query.ts'
import { LookNow } from './look-now.tsx'
import { useReplyRule } from './replies/use-reply-rule.ts'

interface HeadProps {
  readonly profileId: string
  readonly filter: InboxFilter
  readonly accounts: readonly InboxAccount[]
  readonly onChange: (change: InboxFilter) => void
  /** Opens the choice of accounts. Null for those who cannot change it. */
  readonly onAccounts: (() => void) | null
}

/** The title of the inbox, its search and filters. */
export function ListHead({ profileId, filter, accounts, onChange, onAccounts }: HeadProps) {
  const { inbox: words } = useMessages('inbox')
  const [isSearching, setSearching] = useState(filter.q !== undefined)
  const field = useRef<HTMLInputElement>(null)
  const search = () => {
    setSearching(true)
    requestAnimationFrame(() => field.current?.focus())
  }
  useKey({ '/': search })
  return (
    <>
      <header className="inbox-bar">
        <h1 className="font-title text-xl tracking-title">{words.title}</h1>
        <span className="ms-auto flex">
          <LookNow accounts={accounts} profileId={profileId} />
          <FilterMenu profileId={profileId} filter={filter} onChange={onChange} onAccounts={onAccounts} />
          <button
            type="button"
            aria-label={words.search}
            title={words.search}
            aria-expanded={isSearching}
            onClick={search}
            className={iconButtonStyle}
          >
            <Icon name="search" className="size-4.5" />
          </button>
        </span>
      </header>
      <div className="grid gap-2 border-line border-b px-4 py-2.5">
        {isSearching && (
          <SearchField
            field={field}
            value={filter.q ?? ''}
            onChange={(q) => onChange({ ...filter, q })}
            onClose={() => setSearching(false)}
          />
        )}
        <Shows profileId={profileId} filter={filter} />
      </div>
    </>
  )
}

const showStyle =
  'inline-flex min-h-8 items-center gap-1.5 rounded-sm border border-line-2 bg-surface px-2.5 font-medium text-sm hover:bg-sunken aria-[current=page]:border-brand aria-[current=page]:bg-brand-tint aria-[current=page]:text-brand sm:min-h-7'

/** The parts of the inbox. They are links, so each can be opened in a new tab. */
function Shows({ profileId, filter }: Pick<HeadProps, 'profileId' | 'filter'>) {
  const { inbox: words } = useMessages('inbox')
  const counts = useQuery(inboxCountsQuery(profileId)).data
  const hasApprovals = useReplyRule(profileId) !== 'none'
  const { show: current = 'open', ...rest } = filter
  const countOf = (show: Show): number => {
    if (!counts || show === 'mentions' || show === 'done') return 0
    return show === 'approval' ? counts.waitingForApproval : counts[show]
  }
  const isOffered = (show: Show): boolean =>
    show !== 'approval' || hasApprovals || current === show || countOf(show) > 0
  return (
    <nav aria-label={words.filters} className="flex flex-wrap gap-1.5">
      {shows.filter(isOffered).map((show) => (
        <Link
          key={show}
          to="/p/$profileId/inbox"
          params={{ profileId }}
          search={{ ...rest, ...(show !== 'open' && { show }) }}
          activeOptions={{ exact: true, includeSearch: true }}
          replace
          aria-current={show === current ? 'page' : undefined}
          className={showStyle}
        >
          {words.shows[show]}
          {countOf(show) > 0 && <span className="nums font-normal text-xs">{formatNumber(countOf(show))}</span>}
        </Link>
      ))}
    </nav>
  )
}

function FilterMenu({ profileId, filter, onChange, onAccounts }: Omit<HeadProps, 'accounts'>) {
  const { bulk, inbox: words } = useMessages('inbox')
  const navigate = useNavigate()
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  const labels = useQuery(labelsQuery(profileId)).data?.filter(({ archived }) => !archived) ?? []
  const names = accounts.map(({ id, network, displayName, handle }) => [
    id,
    `${networks[network].name} · ${displayName ?? handle}`,
  ])
  return (
    <Menu
      align="end"
      label={words.filter}
      triggerClass={`${iconButtonStyle} ${filter.account || filter.label ? 'text-brand' : ''}`}
      trigger={<Drawing path="M3 5h14M5.5 10h9M8 15h4" className="size-4.5" />}
    >
      {accounts.length > 1 && (
        <MenuChoice
          label={bulk.account}
          value={filter.account ?? ''}
          onChange={(account) => {
            const { account: _, ...rest } = filter
            onChange({ ...rest, ...(account && { account }) })
          }}
          options={{ '': bulk.allAccounts, ...Object.fromEntries(names) }}
        />
      )}
      {accounts.length > 1 && <MenuLine />}
      {labels.length > 0 && (
        <>
          <MenuChoice
            label={words.notes.labels}
            value={filter.label ?? ''}
            onChange={(label) => {
              const { label: _, ...rest } = filter
              onChange({ ...rest, ...(label && { label }) })
            }}
            options={{ '': words.notes.anyLabel, ...Object.fromEntries(labels.map(({ id, name }) => [id, name])) }}
          />
          <MenuLine />
        </>
      )}
      {onAccounts && (
        <MenuItem onSelect={onAccounts}>
          <Icon name="gear" className="size-4.5" />
          {words.chooseAccounts}
        </MenuItem>
      )}
      <MenuItem onSelect={() => void navigate({ to: '/p/$profileId/inbox/rules', params: { profileId } })}>
        <Drawing path="M3 5h14M5.5 10h9M8 15h4" className="size-4.5" />
        {words.rules}
      </MenuItem>
      <MenuItem onSelect={() => void navigate({ to: '/p/$profileId/inbox/numbers', params: { profileId } })}>
        <Icon name="chart" className="size-4.5" />
        {words.numbers}
      </MenuItem>
    </Menu>
  )
}

interface FieldProps {
  readonly field: React.RefObject<HTMLInputElement | null>
  readonly value: string
  readonly onChange: (q: string) => void
  readonly onClose: () => void
}

const pauseMs = 250

/** Searches shortly after the last keystroke. Escape clears the search and closes it. */
function SearchField({ field, value, onChange, onClose }: FieldProps) {
  const { inbox: words } = useMessages('inbox')
  const [text, setText] = useState(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts a search
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => onChange(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <SearchInput
      ref={field}
      label={words.search}
      value={text}
      maxLength={longestSearch}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        if (value) onChange('')
        onClose()
      }}
    />
  )
}
