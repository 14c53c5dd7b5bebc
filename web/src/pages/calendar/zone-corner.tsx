import { useZoneWords } from '#web/ui/zone/use-zone-words.ts'

/** The corner of a grid, which names the zone of its times in two lines. */
export function ZoneCorner({ className }: { readonly className: string }) {
  const { name, offset, sentence } = useZoneWords()
  return (
    <td title={sentence} className={`border-line border-b p-0.5 text-center text-2xs text-ink-3 ${className}`}>
      <span className="sr-only">{sentence}</span>
      <span aria-hidden="true" className="block truncate">
        {name}
      </span>
      {offset !== null && (
        <span aria-hidden="true" className="nums block">
          {offset}
        </span>
      )}
    </td>
  )
}
