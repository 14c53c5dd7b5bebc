interface TileProps {
  readonly name: string
  readonly value: string
  readonly more: string
}

/** One figure with an explanation. Adjacent figures are aligned, whatever the length of their names. */
export function Tile({ name, value, more }: TileProps) {
  return (
    <div className="row-span-3 grid grid-rows-subgrid gap-1 rounded-lg border border-line bg-surface p-4">
      <dt className="text-ink-3 text-sm">{name}</dt>
      <dd className="nums font-semibold text-2xl tracking-tight">{value}</dd>
      <dd className="nums text-ink-3 text-sm">{more}</dd>
    </div>
  )
}
