import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import type { Account, Draft } from './draft.ts'
import { type Check, planOf } from './use-check.ts'

interface TextProps {
  readonly draft: Draft
  readonly targets: readonly Account[]
  readonly check: Check | null
  readonly onChange: (changes: Partial<Draft>) => void
}

/** The common text, and a tab for each account that may say it in its own words. */
export function TextField({ draft, targets, check, onChange }: TextProps) {
  const { compose } = useMessages()
  const [tab, setTab] = useState<string | null>(null)
  const open = targets.find(({ id }) => id === tab) ?? null
  const own = open ? draft.ownTexts[open.id] : undefined
  const write = (text: string) =>
    open ? onChange({ ownTexts: { ...draft.ownTexts, [open.id]: text } }) : onChange({ content: text })
  const reset = () => {
    const { [open?.id ?? '']: _, ...rest } = draft.ownTexts
    onChange({ ownTexts: rest })
  }
  const label = open ? compose.ownText(networks[open.network].name) : compose.text
  return (
    <div className="rounded-lg border border-line bg-surface">
      {targets.length > 1 && (
        <div role="tablist" className="flex overflow-x-auto border-line border-b px-2">
          <Tab isOpen={open === null} onOpen={() => setTab(null)}>
            {compose.all}
          </Tab>
          {targets.map((account) => (
            <Tab key={account.id} isOpen={open?.id === account.id} onOpen={() => setTab(account.id)}>
              <NetworkMark network={account.network} />
              {networks[account.network].name}
              {draft.ownTexts[account.id] !== undefined && <span aria-hidden="true">✎</span>}
            </Tab>
          ))}
        </div>
      )}
      <textarea
        aria-label={label}
        placeholder={label}
        dir="auto"
        value={own ?? draft.content}
        onChange={(event) => write(event.target.value)}
        className="field-sizing-content block min-h-44 w-full resize-none bg-transparent p-4 text-lg outline-none"
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t px-4 py-2">
        <div className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {(open ? [open] : targets).map((account) => (
            <Counter key={account.id} account={account} check={check} />
          ))}
        </div>
        {own !== undefined && (
          <Button look="quiet" onClick={reset}>
            {compose.reset}
          </Button>
        )}
      </div>
    </div>
  )
}

interface TabProps {
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly children: React.ReactNode
}

function Tab({ isOpen, onOpen, children }: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isOpen}
      onClick={onOpen}
      className="flex min-h-11 items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-3 text-ink-2 aria-selected:border-brand aria-selected:text-ink"
    >
      {children}
    </button>
  )
}

/** The room that is left on a network, as the service counts it: no two networks count alike. */
function Counter({ account, check }: { readonly account: Account; readonly check: Check | null }) {
  const { compose } = useMessages()
  const plan = planOf(check, account.id)
  if (!plan) return null
  const left = plan.maxLength - plan.length
  const color = left < 0 ? 'text-failed font-medium' : left < plan.maxLength * 0.1 ? 'text-partial' : 'text-ink-3'
  return (
    <span className={`nums inline-flex items-center gap-1.5 ${color}`}>
      <NetworkMark network={account.network} />
      {left < 0 ? compose.over(-left) : compose.left(left)}
    </span>
  )
}
