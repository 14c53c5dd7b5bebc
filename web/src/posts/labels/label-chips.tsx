import { useQuery } from '@tanstack/react-query'
import { labelKey } from '#rules/label-key.ts'
import { useMessages } from '#web/i18n/index.ts'
import { labelsQuery, paintOf } from './labels-query.ts'

/** The color of a label, next to its name. */
export const LabelDot = ({ color }: { readonly color: string | undefined }) => (
  <span aria-hidden="true" className="size-2 shrink-0 rounded-full" style={{ background: paintOf(color) }} />
)

interface ChipsProps {
  readonly profileId: string
  readonly names: readonly string[]
  /** The number of labels to show; the rest is a count. */
  readonly most?: number
  readonly className?: string
}

/** The labels of a post, each with its color. */
export function LabelChips({ profileId, names, most = names.length, className = '' }: ChipsProps) {
  const { labels: words } = useMessages()
  const colorOf = useLabelColor(profileId)
  const hidden = names.slice(most)
  return (
    <span className={`flex min-w-0 flex-wrap items-center gap-1.5 ${className}`}>
      {names.slice(0, most).map((name) => (
        <span
          key={name}
          title={name}
          className="inline-flex min-w-0 max-w-40 items-center gap-1.5 rounded-full border border-line-2 px-2 font-medium text-ink-2 text-xs leading-5"
        >
          <LabelDot color={colorOf(name)} />
          <bdi className="truncate">{name}</bdi>
        </span>
      ))}
      {hidden.length > 0 && (
        <span title={hidden.join(', ')} className="nums text-ink-2 text-xs">
          {words.more(hidden.length)}
        </span>
      )}
    </span>
  )
}

/** Looks up the color of a label by its name. Undefined while the labels are loading. */
export function useLabelColor(profileId: string): (name: string) => string | undefined {
  const labels = useQuery(labelsQuery(profileId)).data
  return (name) => labels?.find((label) => labelKey(label.name) === labelKey(name))?.color
}
