import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'

interface StarterProps {
  readonly profileId: string
  readonly hasAccounts: boolean
  readonly hasPublished: boolean
}

const key = 'posthorn.starter'

/** Leads a newcomer to the first post. It follows what the service knows, so the steps may be taken in any order. */
export function StarterCard({ profileId, hasAccounts, hasPublished }: StarterProps) {
  const { home } = useMessages()
  const [isHidden, setHidden] = useState(() => localStorage.getItem(key) === 'hidden')
  if (isHidden || (hasAccounts && hasPublished)) return null
  const { starter } = home
  const hide = () => {
    localStorage.setItem(key, 'hidden')
    setHidden(true)
  }
  const isNext = hasAccounts ? 'write' : 'connect'
  return (
    <section aria-labelledby="starter" className="grid gap-5 rounded-lg border border-line bg-surface p-5 sm:p-6">
      <div className="flex items-start justify-between gap-3">
        <h2 id="starter" className="font-semibold text-lg">
          {starter.title}
        </h2>
        <Button look="quiet" onClick={hide}>
          {starter.dismiss}
        </Button>
      </div>
      <ol className="grid gap-4 sm:grid-cols-3">
        <Step number={1} isDone={hasAccounts} title={starter.connect} lead={starter.connectLead}>
          <Link
            to="/p/$profileId/connections"
            params={{ profileId }}
            className={buttonLook(isNext === 'connect' ? 'primary' : 'plain')}
          >
            {starter.connect}
          </Link>
        </Step>
        <Step number={2} isDone={hasPublished} title={starter.write} lead={starter.writeLead}>
          <Link
            to="/p/$profileId/compose"
            params={{ profileId }}
            className={buttonLook(isNext === 'write' ? 'primary' : 'plain')}
          >
            {starter.write}
          </Link>
        </Step>
        <Step number={3} isDone={hasPublished} title={starter.watch} lead={starter.watchLead} />
      </ol>
    </section>
  )
}

interface StepProps {
  readonly number: number
  readonly isDone: boolean
  readonly title: string
  readonly lead: string
  readonly children?: React.ReactNode
}

function Step({ number, isDone, title, lead, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        className={`nums grid size-7 shrink-0 place-items-center rounded-full font-semibold text-xs ${
          isDone ? 'bg-published/15 text-published' : 'bg-sunken text-ink-2'
        }`}
      >
        {isDone ? <Icon name="check" className="size-4" /> : number}
      </span>
      <div className="grid content-start justify-items-start gap-1">
        <p className="font-medium leading-7">{title}</p>
        <p className="text-ink-3 text-sm">{lead}</p>
        {!isDone && children && <div className="mt-2">{children}</div>}
      </div>
    </li>
  )
}
