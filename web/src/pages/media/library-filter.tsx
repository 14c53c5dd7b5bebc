import { useNavigate } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { inputLook } from '#web/ui/field.tsx'
import { type Kind, kinds } from './library-search.ts'

/** The search and the kind of files. Both are in the address, so that the way back keeps them. */
export function LibraryFilter({ q, kind }: { readonly q: string; readonly kind: Kind }) {
  const { library } = useMessages()
  const navigate = useNavigate({ from: '/p/$profileId/media' })
  return (
    <search className="flex flex-wrap items-center gap-3">
      <input
        type="search"
        aria-label={library.search}
        placeholder={library.search}
        defaultValue={q}
        onChange={({ target }) =>
          void navigate({
            search: ({ q: _, ...rest }) => (target.value.trim() ? { ...rest, q: target.value.trim() } : rest),
            replace: true,
          })
        }
        className={`${inputLook} max-w-sm`}
      />
      <fieldset className="flex min-w-0 rounded-md border border-line bg-surface p-0.5">
        <legend className="sr-only">{library.kindsLabel}</legend>
        {kinds.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === kind}
            onClick={() =>
              void navigate({
                search: ({ kind: _, ...rest }) => (one === 'all' ? rest : { ...rest, kind: one }),
                replace: true,
              })
            }
            className="min-h-8 rounded-sm px-3 text-ink-2 hover:text-ink aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink"
          >
            {library.kinds[one]}
          </button>
        ))}
      </fieldset>
    </search>
  )
}
