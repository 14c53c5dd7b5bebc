import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { Account, Draft } from '../draft/draft.ts'
import { Popover } from '../popover.tsx'
import { AccountList } from './account-list.tsx'
import { AccountSets } from './account-sets.tsx'
import { nameOfAccount } from './names.ts'

interface RowProps {
  readonly profileId: string
  readonly accounts: readonly Account[]
  readonly chosen: readonly string[]
  readonly own: Draft['own']
  /** The account whose preview and options are visible. */
  readonly shownId: string | null
  /** The accounts with an error or an open warning. */
  readonly troubled: ReadonlySet<string>
  readonly onShow: (id: string) => void
  readonly onChange: (chosen: readonly string[]) => void
}

/** The ID of the pane that the tabs control. */
export const paneId = 'compose-pane'
export const tabIdOf = (accountId: string): string => `compose-tab-${accountId}`

/** The maximum number of accounts that are off but still in the row. The list has all. */
const maxInRow = 12

/**
 * The accounts of the post. Each is listed once: its tab shows its preview and options, and turns it on. Alt-click
 * and the space bar turn it off again, as does the list behind the count.
 */
export function AccountRow({ profileId, accounts, chosen, own, shownId, troubled, onShow, onChange }: RowProps) {
  const { compose, connections, writing } = useMessages()
  const [first] = useState(chosen)
  const [isListed, setListed] = useState(false)
  const inRow = pickForRow(accounts, chosen, first)
  const rest = accounts.length - inRow.length
  const broken = accounts.find(({ status }) => status !== 'active')
  const toggle = (account: Account) => {
    if (chosen.includes(account.id)) return onChange(chosen.filter((id) => id !== account.id))
    if (account.status === 'active') onChange([...chosen, account.id])
  }
  const open = (account: Account) => {
    if (!chosen.includes(account.id)) {
      if (account.status !== 'active') return
      onChange([...chosen, account.id])
    }
    onShow(account.id)
  }
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : null
    if (by === undefined && to === null) return
    event.preventDefault()
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl'
    const at = tabs.findIndex((tab) => tab.matches(':focus'))
    tabs[to ?? (at + (by ?? 0) * (isMirrored ? -1 : 1) + tabs.length) % tabs.length]?.focus()
  }
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2" data-field="accounts">
      <div className="relative flex min-w-0 items-center gap-2">
        <Popover
          label={writing.chooseAccounts}
          trigger={writing.chosenOf(chosen.length, accounts.length)}
          triggerLabel={`${writing.chosenOf(chosen.length, accounts.length)}. ${writing.chooseAccounts}`}
          triggerClass="nums min-h-9 whitespace-nowrap rounded-full border border-line bg-surface px-3 font-medium text-ink-2 text-sm hover:bg-sunken max-md:min-h-10"
          panelClass="start-0 top-full mt-1 w-88 max-w-full p-2"
          isOpen={isListed}
          onOpenChange={setListed}
        >
          <AccountList accounts={accounts} chosen={chosen} first={first} onChange={onChange} />
          <AccountSets profileId={profileId} accounts={accounts} chosen={chosen} onChange={onChange} />
        </Popover>
        <div
          role="tablist"
          tabIndex={-1}
          aria-label={compose.accounts}
          onKeyDown={move}
          className="fading flex min-w-0 items-center gap-1 overflow-x-auto overflow-y-hidden px-1 py-1 [scrollbar-width:none] [&::-webkit-scrollbar]:hidden"
        >
          {inRow.map((account) => (
            <Tab
              key={account.id}
              account={account}
              isOn={chosen.includes(account.id)}
              isShown={account.id === shownId}
              isTroubled={troubled.has(account.id)}
              isReachable={account.id === (shownId ?? inRow[0]?.id)}
              hasOwnText={own[account.id]?.content !== undefined}
              onOpen={() => open(account)}
              onToggle={() => toggle(account)}
            />
          ))}
        </div>
        {rest > 0 && (
          <button
            type="button"
            onClick={() => setListed(true)}
            aria-label={writing.moreAccounts(rest)}
            className="nums min-h-9 rounded-full px-2 font-medium text-ink-3 text-sm hover:bg-sunken max-md:min-h-10"
          >
            {writing.more(rest)}
          </button>
        )}
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
    </div>
  )
}

/** Picks the accounts of the row. If there are many, those of the post come first, and the list has the others. */
function pickForRow(
  accounts: readonly Account[],
  chosen: readonly string[],
  first: readonly string[],
): readonly Account[] {
  if (accounts.length <= maxInRow) return accounts
  const isFirst = ({ id }: Account) => chosen.includes(id) || first.includes(id)
  const ahead = accounts.filter(isFirst)
  return [...ahead, ...accounts.filter((one) => !isFirst(one)).slice(0, Math.max(0, maxInRow - ahead.length))]
}

interface TabProps {
  readonly account: Account
  readonly isOn: boolean
  readonly isShown: boolean
  readonly isTroubled: boolean
  /** True for the tab that the Tab key reaches. Arrow keys reach the others. */
  readonly isReachable: boolean
  readonly hasOwnText: boolean
  readonly onOpen: () => void
  readonly onToggle: () => void
}

function Tab({ account, isOn, isShown, isTroubled, isReachable, hasOwnText, onOpen, onToggle }: TabProps) {
  const { writing } = useMessages()
  const isBroken = account.status !== 'active'
  const marks = [
    !isOn && writing.marks.off,
    isBroken && writing.marks.broken,
    isTroubled && writing.marks.problem,
    isOn && hasOwnText && writing.marks.own,
  ].filter((mark) => mark !== false)
  const name = [nameOfAccount(account), ...marks].join(', ')
  return (
    <button
      type="button"
      role="tab"
      id={tabIdOf(account.id)}
      aria-selected={isShown}
      aria-controls={isShown ? paneId : undefined}
      aria-disabled={(isBroken && !isOn) || undefined}
      title={`${name}\n${writing.tabHint}`}
      tabIndex={isReachable ? 0 : -1}
      onClick={(event: MouseEvent) => (event.altKey ? onToggle() : onOpen())}
      onKeyDown={(event) => {
        if (event.key !== ' ') return
        event.preventDefault()
        onToggle()
      }}
      // A button presses itself when the space bar is released.
      onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
      data-on={isOn}
      className="relative shrink-0 rounded-full border-2 border-transparent p-[3px] -outline-offset-1 hover:bg-sunken aria-selected:border-brand"
    >
      <span className="sr-only">{name}</span>
      <span className={isOn ? 'block' : 'block grayscale [&_img]:opacity-45'}>
        <AccountFace account={account} size={40} />
      </span>
      {(isTroubled || isBroken) && (
        <span
          className={`-end-0.5 -top-0.5 absolute size-3 rounded-full border-2 border-bg ${isTroubled ? 'bg-failed' : 'bg-held'}`}
        />
      )}
    </button>
  )
}
