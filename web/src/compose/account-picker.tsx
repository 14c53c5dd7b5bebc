import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { AccountName } from '#web/ui/marks/account-name.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { Account } from './draft/draft.ts'

interface PickerProps {
  readonly accounts: readonly Account[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/**
 * The maximum number of accounts in the grid on a phone. More are shown in one scrolling row, so that the text stays
 * visible.
 */
const maxInGrid = 4
const rowStyle = 'fading -mx-4 -my-1 flex overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:px-0'
/**
 * The maximum number of accounts without a search. If there are more, a search is offered, and wide windows show the
 * accounts in their own scrolling area.
 */
const maxWithoutSearch = 12
const longStyle = 'sm:-m-1 sm:max-h-44 sm:scroll-py-1 sm:overflow-y-auto sm:p-1'

/**
 * Selects the accounts of a post. If there are many, the selected ones come first, and a search finds the others. An
 * account that cannot publish stays visible and shows why.
 */
export function AccountPicker({ accounts, chosen, onChange }: PickerProps) {
  const { compose, connections } = useMessages()
  const [first] = useState(chosen)
  const [search, setSearch] = useState('')
  const isLong = accounts.length > maxWithoutSearch
  const shown = isLong ? findAccounts(accounts, search, first) : accounts
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  const broken = accounts.find(({ status }) => status !== 'active')
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-2 font-medium">{compose.accounts}</legend>
      {isLong && (
        <SearchInput
          label={compose.findAccount}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="sm:max-w-xs"
        />
      )}
      <div
        className={`gap-2 sm:flex sm:flex-wrap ${accounts.length > maxInGrid ? rowStyle : 'grid grid-cols-2'} ${isLong ? longStyle : ''}`}
      >
        {shown.length === 0 && <p className="text-ink-3">{compose.noSuchAccount}</p>}
        {shown.map((account) => {
          const { id, network, handle, status } = account
          const isChosen = chosen.includes(id)
          const isBroken = status !== 'active'
          return (
            <button
              key={id}
              type="button"
              aria-pressed={isChosen}
              disabled={isBroken && !isChosen}
              title={isBroken ? connections.needsReconnect : `${networks[network].name} · ${handle}`}
              onClick={() => toggle(id)}
              className="flex min-h-9 min-w-0 shrink-0 items-center gap-2 rounded-full max-md:min-h-11 border border-line bg-surface ps-1.5 pe-3 hover:bg-sunken disabled:opacity-60 aria-pressed:border-brand aria-pressed:bg-brand/10"
            >
              <AccountName account={account} isStacked />
              {isBroken && <span className="text-held">!</span>}
            </button>
          )
        })}
      </div>
      {broken && (
        <p className="text-held text-sm">
          {compose.reconnect(networks[broken.network].name)}{' '}
          <Link
            to="/p/$profileId/connections"
            params={{ profileId: broken.profileId }}
            className="font-medium underline underline-offset-4"
          >
            {connections.reconnect}
          </Link>
        </p>
      )}
    </fieldset>
  )
}

/** Finds accounts by name and network. Those selected when the post was opened come first. */
function findAccounts(accounts: readonly Account[], search: string, first: readonly string[]): readonly Account[] {
  const wanted = search.trim().toLowerCase()
  const isFirst = ({ id }: Account): boolean => first.includes(id)
  return accounts
    .filter(({ network, displayName, handle }) =>
      `${displayName ?? ''} ${handle} ${networks[network].name}`.toLowerCase().includes(wanted),
    )
    .toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)))
}
