import { Bar } from '#web/charts/bar.tsx'

interface BarListProps {
  readonly label: string
  readonly rows: readonly {
    readonly name: string
    readonly value: number
    /** The value in words. */
    readonly label: string
  }[]
  /** The value whose bar is full. */
  readonly of: number
}

/** Values with a bar for each, so that they can be compared at a glance. */
export function BarList({ label, rows, of }: BarListProps) {
  return (
    <ul aria-label={label} className="grid gap-3">
      {rows.map(({ name, value, label }) => (
        <li key={name} className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)_8rem]">
          <span>{name}</span>
          <Bar value={value} of={of} />
          <span className="nums text-ink-2 text-sm sm:text-end">{label}</span>
        </li>
      ))}
    </ul>
  )
}
