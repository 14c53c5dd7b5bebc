import { useNavigate } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { type Kind, kinds, type Use, uses } from './library-search.ts'

/** Filters by search, file type and use. All are in the URL, so that the back button restores them. */
export function LibraryFilter({ q, kind, use }: { readonly q: string; readonly kind: Kind; readonly use: Use }) {
  const { library } = useMessages()
  const navigate = useNavigate({ from: '/p/$profileId/media' })
  return (
    <search>
      <Toolbar>
        <SearchInput
          label={library.search}
          defaultValue={q}
          onChange={({ target }) =>
            void navigate({
              search: ({ q: _, ...rest }) => (target.value.trim() ? { ...rest, q: target.value.trim() } : rest),
              replace: true,
            })
          }
          className="w-full sm:max-w-sm"
        />
        <ChoiceBar<Kind>
          label={library.kindsLabel}
          value={kind}
          onChange={(next) =>
            void navigate({
              search: ({ kind: _, ...rest }) => (next === 'all' ? rest : { ...rest, kind: next }),
              replace: true,
            })
          }
          options={kinds.map((one) => [one, library.kinds[one]])}
        />
        <ChoiceBar<Use>
          label={library.usesLabel}
          value={use}
          onChange={(next) =>
            void navigate({
              search: ({ use: _, ...rest }) => (next === 'any' ? rest : { ...rest, use: next }),
              replace: true,
            })
          }
          options={uses.map((one) => [one, library.uses[one]])}
        />
      </Toolbar>
    </search>
  )
}
