import type { ReactNode } from 'react'

interface StatsProps {
  readonly label?: string
  /** The columns of the grid. Each row must be full. */
  readonly className: string
  readonly children: ReactNode
}

/** Figures side by side in one frame. */
export function Stats({ label, className, children }: StatsProps) {
  return (
    <dl
      aria-label={label}
      className={`grid gap-px overflow-hidden rounded-lg bg-line shadow-1 ring-1 ring-line ${className}`}
    >
      {children}
    </dl>
  )
}

interface StatProps {
  readonly name: string
  readonly value: ReactNode
  readonly more?: string
  /** The color of the value, if it is a verdict. */
  readonly tone?: string
}

/** One figure, its name above and an explanation below. Figures of a row are aligned, whatever the length of their names. */
export function Stat({ name, value, more, tone = '' }: StatProps) {
  return (
    <div className="row-span-3 grid grid-rows-subgrid gap-0.5 bg-surface px-4 py-3.5">
      <dt className="text-ink-2 text-sm">{name}</dt>
      <dd className={`nums font-title text-xl tracking-title ${tone}`}>{value}</dd>
      <dd className="nums text-ink-3 text-sm empty:hidden">{more}</dd>
    </div>
  )
}
