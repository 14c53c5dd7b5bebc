import type { ReactNode } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import type { Account, Draft } from '../draft/draft.ts'

interface TabsProps {
  readonly targets: readonly Account[]
  readonly own: Draft['own']
  /** The account whose tab is open; null: that of all. */
  readonly open: string | null
  readonly onOpen: (accountId: string | null) => void
}

/** A tab for all accounts, and one for each. A phone has room for the name of an account only where two share a network. */
export function AccountTabs({ targets, own, open, onOpen }: TabsProps) {
  const { compose } = useMessages()
  const isOnly = (account: Account) => targets.filter(({ network }) => network === account.network).length === 1
  return (
    <fieldset className="fading flex min-w-0 overflow-x-auto border-line border-b px-2">
      <legend className="sr-only">{compose.textFor}</legend>
      <Tab isOpen={open === null} onOpen={() => onOpen(null)}>
        {compose.all}
      </Tab>
      {targets.map((account) => (
        <Tab key={account.id} isOpen={open === account.id} onOpen={() => onOpen(account.id)}>
          <NetworkMark network={account.network} />
          {networks[account.network].name}
          <bdi className={`max-w-32 truncate text-ink-3 text-sm ${isOnly(account) ? 'max-sm:hidden' : ''}`}>
            {isOnly(account) ? (account.displayName ?? account.handle) : account.handle}
          </bdi>
          {own[account.id]?.content !== undefined && (
            <span title={compose.hasOwn} className="size-1.5 rounded-full bg-brand">
              <span className="sr-only">{compose.hasOwn}</span>
            </span>
          )}
        </Tab>
      ))}
    </fieldset>
  )
}

interface TabProps {
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly children: ReactNode
}

function Tab({ isOpen, onOpen, children }: TabProps) {
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      onClick={onOpen}
      className="-mb-px flex min-h-11 items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-3 text-ink-2 outline-offset-[-2px] hover:text-ink aria-pressed:border-brand aria-pressed:text-ink"
    >
      {children}
    </button>
  )
}
