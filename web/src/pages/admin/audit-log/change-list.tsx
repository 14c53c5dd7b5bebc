import { useMessages } from '#web/i18n/index.ts'
import { nameField } from '#web/lib/name-field.ts'
import { type Entry, sayValue } from './entry-words.ts'

/** The fields that changed, each before and after. */
export function ChangeList({ changes }: { readonly changes: Entry['changes'] }) {
  const { account, admin } = useMessages('admin')
  const words = admin.auditLog
  const fields = Object.entries(changes)
  if (fields.length === 0) return <p className="text-ink-3">{words.noChanges}</p>
  return (
    <section className="grid min-w-0 gap-3">
      <h3 className="font-medium">{words.changes}</h3>
      <ul className="grid gap-3">
        {fields.map(([field, change]) => {
          const { from, to } = readChange(change)
          const name = nameField(field, account.activity.sayField)
          return (
            <li key={field} className="grid min-w-0 gap-1">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="inline-block first-letter:uppercase">{name}</span>
                {name.toLowerCase() !== field.toLowerCase() && (
                  <code className="font-mono text-ink-3 text-xs">{field}</code>
                )}
              </p>
              <dl className="grid gap-2 sm:grid-cols-2">
                <Value name={words.before} value={from} />
                <Value name={words.after} value={to} />
              </dl>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Value({ name, value }: { readonly name: string; readonly value: unknown }) {
  const words = useMessages('admin').admin.auditLog
  const text = sayValue(value)
  return (
    <div className="grid min-w-0 content-start gap-0.5 rounded-md border border-line bg-sunken px-3 py-2">
      <dt className="text-ink-3 text-xs">{name}</dt>
      <dd className="min-w-0">
        {text === null ? (
          <span className="text-ink-3">{words.none}</span>
        ) : (
          <pre className="whitespace-pre-wrap break-words font-mono text-xs leading-5">{text}</pre>
        )}
      </dd>
    </div>
  )
}

/** Reads a change. Any other value counts as the value after it. */
const readChange = (change: unknown): { readonly from: unknown; readonly to: unknown } =>
  typeof change === 'object' && change !== null && 'from' in change && 'to' in change
    ? { from: change.from, to: change.to }
    : { from: null, to: change }
