import { type ReactNode, type SubmitEvent, useId } from 'react'

interface CardProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** A titled part of a page: what it is about at the start, its content, and its actions at the foot. */
export function Card({ title, lead, actions, children }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface">
      <div className="grid gap-4 p-4 sm:p-6">
        <header className="grid gap-1">
          <h2 id={id} className="font-semibold text-lg">
            {title}
          </h2>
          {lead && <p className="max-w-prose text-ink-3">{lead}</p>}
        </header>
        {children}
      </div>
      {actions && (
        <footer className="flex min-h-14 flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-2.5 sm:px-6">
          {actions}
        </footer>
      )}
    </section>
  )
}

interface FormCardProps extends CardProps {
  readonly onSave: (form: FormData) => void
}

/** A card that saves alone. */
export function FormCard({ onSave, ...card }: FormCardProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSave(new FormData(event.currentTarget))
  }
  return (
    <form onSubmit={submit}>
      <Card {...card} />
    </form>
  )
}

/** The list of things inside a card's frame, one below another. */
export function RowList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line bg-surface">
      {children}
    </ul>
  )
}
