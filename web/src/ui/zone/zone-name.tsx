import { useZoneWords } from './use-zone-words.ts'

/** The zone of the times on a page: "Berlin · GMT+1". */
export function ZoneName({ className = '' }: { readonly className?: string }) {
  const { name, offset, sentence } = useZoneWords()
  return (
    <span title={sentence} className={`whitespace-nowrap text-ink-3 text-xs ${className}`}>
      <span className="sr-only">{sentence}</span>
      <span aria-hidden="true">{offset === null ? name : `${name} · ${offset}`}</span>
    </span>
  )
}
