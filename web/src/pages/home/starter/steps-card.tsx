import { type ReactNode, useId, useState } from 'react'
import { Icon } from '#web/icons/icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { type CardName, hideCard, isCardHidden } from './cards.ts'

interface StepsProps {
  readonly title: string
  readonly dismiss: string
  readonly name: CardName
  readonly children: ReactNode
}

/** A card with numbered steps that the reader can hide permanently. */
export function StepsCard({ title, dismiss, name, children }: StepsProps) {
  const id = useId()
  const [isHidden, setHidden] = useState(() => isCardHidden(name))
  if (isHidden) return null
  const hide = () => {
    hideCard(name)
    setHidden(true)
  }
  return (
    <section aria-labelledby={id} className="grid gap-5 rounded-lg border border-line bg-surface p-5 sm:p-6">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        <Button variant="quiet" onClick={hide} className="-me-3 shrink-0">
          {dismiss}
        </Button>
      </div>
      <ol className="grid gap-4 sm:auto-cols-fr sm:grid-flow-col">{children}</ol>
    </section>
  )
}

interface StepProps {
  readonly number: number
  readonly isDone: boolean
  readonly title: string
  readonly lead: string
  /** A button, or its result. */
  readonly children?: ReactNode
}

export function Step({ number, isDone, title, lead, children }: StepProps) {
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
        {children && <div className="mt-2 empty:hidden">{children}</div>}
      </div>
    </li>
  )
}
