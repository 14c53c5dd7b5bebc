import { type ReactNode, useMemo, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import type { LimitsByNetwork } from '../check/limits.ts'
import type { Checked } from '../check/use-check.ts'
import { type Account, type Draft, withOwn } from '../draft/draft.ts'
import { Counters } from './counters.tsx'
import { measureAll } from './room.ts'
import { WordsBox } from './words-box.tsx'

interface TextProps {
  readonly draft: Draft
  /** The draft for the counters and highlighting. It lags behind the other one. */
  readonly counted: Draft
  readonly targets: readonly Account[]
  readonly checked: Checked
  readonly limits: LimitsByNetwork
  readonly onChange: (changes: Partial<Draft>) => void
  /** Tools below the field. */
  readonly tools?: ReactNode
}

/** The text for all accounts, with a tab for each account that can have its own. */
export function TextField({ draft, counted, targets, checked, limits, onChange, tools }: TextProps) {
  const { compose } = useMessages()
  const [tab, setTab] = useState<string | null>(null)
  const open = targets.find(({ id }) => id === tab) ?? null
  const own = open ? draft.own[open.id]?.content : undefined
  const ownCounted = open ? counted.own[open.id]?.content : undefined
  const write = (text: string) =>
    open ? onChange({ own: withOwn(draft.own, open.id, { content: text }) }) : onChange({ content: text })
  // The common text is measured for accounts without their own.
  const rooms = useMemo(() => {
    const affected = open ? [open] : targets.filter(({ id }) => counted.own[id]?.content === undefined)
    return measureAll(counted, affected, 0, checked, limits)
  }, [counted, open, targets, checked, limits])
  const fits = useMemo(() => rooms[0]?.findFit() ?? null, [rooms])
  const label = open ? compose.ownText(networks[open.network].name) : compose.text
  const dialect = limits.get((open ?? rooms[0]?.account ?? targets[0])?.network ?? 'x')?.dialect ?? 'plain'
  return (
    <div className="rounded-lg border border-line bg-surface focus-within:border-line-strong has-[textarea:focus]:border-brand">
      {targets.length > 1 && <AccountTabs targets={targets} own={draft.own} open={tab} onOpen={setTab} />}
      {open && own !== undefined && (
        <p className="flex flex-wrap items-center justify-between gap-2 border-line border-b bg-sunken px-4 py-1.5 text-ink-2 text-sm">
          <span className="flex items-center gap-2">
            <NetworkMark network={open.network} />
            {label}
          </span>
          <Button
            variant="quiet"
            className="min-h-7!"
            onClick={() => onChange({ own: withOwn(draft.own, open.id, { content: undefined }) })}
          >
            {compose.reset}
          </Button>
        </p>
      )}
      <WordsBox
        aria-label={label}
        placeholder={label}
        lang={draft.language || undefined}
        value={own ?? draft.content}
        counted={ownCounted ?? counted.content}
        onWrite={write}
        dialect={dialect}
        fits={fits}
        className="min-h-44"
      />
      <div className="flex items-end justify-between gap-x-4 border-line border-t px-4 py-2">
        <Counters rooms={rooms} />
        {tools}
      </div>
    </div>
  )
}

interface TabsProps {
  readonly targets: readonly Account[]
  readonly own: Draft['own']
  /** The account whose tab is open. Null for the tab of all accounts. */
  readonly open: string | null
  readonly onOpen: (accountId: string | null) => void
}

/**
 * A tab for all accounts, and one for each. On a phone, an account's name is shown only if two accounts have the same
 * network.
 */
function AccountTabs({ targets, own, open, onOpen }: TabsProps) {
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
