import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatFullDay } from '#web/lib/time.ts'
import { OneLine } from '#web/ui/one-line.tsx'
import { useUserName } from '../parts/user-name.tsx'
import type { AuditFilter } from './audit-log-search.ts'

interface TagsProps {
  readonly filter: AuditFilter
  readonly onFilter: (filter: AuditFilter) => void
}

/** The filters in force. Each can be taken away. */
export function FilterTags({ filter, onFilter }: TagsProps) {
  const words = useMessages('admin').admin.auditLog
  const name = useUserName(filter.actor ?? null)
  const texts: Readonly<Record<keyof AuditFilter, string | undefined>> = {
    actor: filter.actor && `${words.who}: ${name ?? filter.actor}`,
    action: filter.action && `${words.what}: ${filter.action}`,
    subject: filter.subject && `${words.subject}: ${filter.subject}`,
    from: filter.from && `${words.from}: ${formatFullDay(`${filter.from}T00:00`)}`,
    to: filter.to && `${words.to}: ${formatFullDay(`${filter.to}T00:00`)}`,
  }
  const without = (name: string) => Object.fromEntries(Object.entries(filter).filter(([one]) => one !== name))
  return (
    <ul aria-label={words.filter} className="flex flex-wrap gap-2">
      {Object.entries(texts).map(
        ([name, text]) =>
          text && (
            <li key={name} className="max-w-full">
              <button
                type="button"
                aria-label={words.without(text)}
                onClick={() => onFilter(without(name))}
                className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full border border-line bg-surface px-3 text-sm hover:bg-sunken sm:min-h-8"
              >
                <OneLine>{text}</OneLine>
                <Icon name="close" className="size-3.5 text-ink-3" />
              </button>
            </li>
          ),
      )}
    </ul>
  )
}
