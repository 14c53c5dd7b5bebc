import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import type { Account } from '../draft/draft.ts'
import { nameOfAccount } from './names.ts'

interface ListProps {
  readonly accounts: readonly Account[]
  readonly chosen: readonly string[]
  /** The accounts that were chosen when the post was opened. They come first. */
  readonly first: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** The minimum number of accounts for a search. */
const minToSearch = 7

/** All accounts with a checkbox each, a search, and a way to choose a single one. */
export function AccountList({ accounts, chosen, first, onChange }: ListProps) {
  const { compose, writing } = useMessages()
  const [search, setSearch] = useState('')
  const shown = findAccounts(accounts, search, first)
  const working = accounts.filter(({ status }) => status === 'active').map(({ id }) => id)
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <div className="grid gap-1">
      {accounts.length >= minToSearch && (
        <SearchInput
          label={compose.findAccount}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="mb-1"
        />
      )}
      {shown.length === 0 && <p className="p-2 text-ink-3">{compose.noSuchAccount}</p>}
      <ul className="max-h-80 overflow-y-auto max-md:max-h-[30dvh]">
        {shown.map((account) => {
          const isOn = chosen.includes(account.id)
          const isBroken = account.status !== 'active'
          return (
            <li key={account.id} className="group flex items-center gap-1 rounded-md hover:bg-sunken">
              <label className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-2.5 px-2">
                <input
                  type="checkbox"
                  checked={isOn}
                  disabled={isBroken && !isOn}
                  aria-label={nameOfAccount(account)}
                  onChange={() => toggle(account.id)}
                />
                <AccountFace account={account} size={28} />
                <OneLine className={isBroken ? 'text-ink-3' : 'font-medium'}>
                  {account.displayName ?? account.handle}
                </OneLine>
                <span className="ms-auto whitespace-nowrap text-ink-3 text-sm">{networks[account.network].name}</span>
              </label>
              <button
                type="button"
                disabled={isBroken}
                aria-label={writing.onlyThis(nameOfAccount(account))}
                onClick={() => onChange([account.id])}
                className="min-h-9 rounded-md px-2 text-brand text-sm hover:underline disabled:opacity-40"
              >
                {writing.only}
              </button>
            </li>
          )
        })}
      </ul>
      {working.some((id) => !chosen.includes(id)) && (
        <button
          type="button"
          onClick={() => onChange([...new Set([...chosen, ...working])])}
          className="min-h-9 rounded-md px-2 text-start font-medium text-sm hover:bg-sunken"
        >
          {writing.selectAll}
        </button>
      )}
    </div>
  )
}

/** Finds accounts by name and network. */
function findAccounts(accounts: readonly Account[], search: string, first: readonly string[]): readonly Account[] {
  const wanted = search.trim().toLowerCase()
  const isFirst = ({ id }: Account): boolean => first.includes(id)
  return accounts
    .filter(({ network, displayName, handle }) =>
      `${displayName ?? ''} ${handle} ${networks[network].name}`.toLowerCase().includes(wanted),
    )
    .toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)))
}
