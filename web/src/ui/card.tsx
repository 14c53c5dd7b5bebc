import { Children, type ReactNode, type SubmitEvent, useId } from 'react'

interface CardProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/**
 * A titled part of a page: its content, and its actions at the bottom, or next to the title if there is nothing else.
 */
export function Card({ title, lead, actions, children }: CardProps) {
  const id = useId()
  const isBare = Children.toArray(children).length === 0
  return (
    <section aria-labelledby={id} className="rounded-lg bg-surface shadow-1 ring-1 ring-line">
      <div className="grid gap-4 p-4 sm:p-5">
        <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="grid min-w-0 flex-1 basis-64 gap-1">
            <h2 id={id} className="font-semibold">
              {title}
            </h2>
            {lead && <p className="max-w-prose text-ink-2 text-sm">{lead}</p>}
          </div>
          {isBare && actions}
        </header>
        {children}
      </div>
      {!isBare && actions && (
        <footer className="flex min-h-14 flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-2.5 sm:px-5">
          {actions}
        </footer>
      )}
    </section>
  )
}

interface FormCardProps extends CardProps {
  readonly onSave: (form: FormData) => void
}

/** A card that saves separately. */
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

/** A list inside a card's frame. */
export function RowList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line rounded-lg bg-surface shadow-1 ring-1 ring-line [&>li:first-child]:rounded-t-lg [&>li:last-child]:rounded-b-lg [&>li:first-child>:is(a,button)]:rounded-t-lg [&>li:last-child>:is(a,button)]:rounded-b-lg [&>li>:is(a,button)]:-outline-offset-2 [&>li]:grid-cols-[minmax(0,1fr)]"
    >
      {children}
    </ul>
  )
}
