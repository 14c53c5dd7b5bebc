import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { FilterBar } from '#web/posts/filters/filter-bar.tsx'
import { ViewsMenu } from '#web/posts/views/views-menu.tsx'
import type { ViewFilters } from '#web/posts/views/views-query.ts'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { type Kind, kinds, readLibrarySearch, type Use, uses } from './library-search.ts'

/** Filters by search, file type, use, label and author. All are in the URL, so that the back button restores them. */
export function LibraryFilter({ q, kind, use }: { readonly q: string; readonly kind: Kind; readonly use: Use }) {
  const { library } = useMessages()
  const navigate = useNavigate({ from: '/p/$profileId/media' })
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { saved, file: _, ...filters } = useSearch({ from: '/p/$profileId/media' })
  return (
    <search>
      <Toolbar
        first={
          <SearchInput
            label={library.search}
            key={saved}
            defaultValue={q}
            onChange={({ target }) =>
              void navigate({
                search: ({ q: _, ...rest }) => (target.value.trim() ? { ...rest, q: target.value.trim() } : rest),
                replace: true,
              })
            }
            className="w-full sm:w-56 wide:w-80"
          />
        }
      >
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
        <FilterBar
          profileId={profileId}
          names={['label', 'author']}
          value={filters}
          onChange={(change) =>
            void navigate({ search: (search) => readLibrarySearch({ ...search, ...change }), replace: true })
          }
        />
        <ViewsMenu
          profileId={profileId}
          page="library"
          filters={filters as ViewFilters}
          saved={saved}
          onOpen={(next, saved) => void navigate({ search: readLibrarySearch({ ...next, saved }), replace: true })}
        />
      </Toolbar>
    </search>
  )
}
