import type { Input, Item, Result } from '@posthorn/sdk'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { type StockKind, stockProvidersQuery } from './stock-query.ts'

type Photo = Item<'searchStock', 'photos'>
type TakenFile = Result<'takeStockPhoto'>
type Provider = Item<'listStockProviders', 'providers'>

interface SearchProps {
  readonly kind: StockKind
  readonly profileId: string
  /** Receives the file and its author, which is empty if unknown. */
  readonly onAdd: (file: TakenFile, author: string) => void
  /** Adds the line with the credit to the text of the post. If omitted, it is not offered. */
  readonly onCredit?: ((line: string) => void) | undefined
}

/** Finds stock photos or GIFs and adds one to the library. The service sends the words, and loads the thumbnails. */
export function StockSearch(props: SearchProps) {
  const providers = useQuery(stockProvidersQuery).data?.filter(({ kind }) => kind === props.kind) ?? []
  const [id, setId] = useState<string | null>(null)
  const provider = providers.find((one) => one.id === id) ?? providers[0]
  return provider && <ProviderSearch {...props} providers={providers} provider={provider} onProvider={setId} />
}

interface ProviderProps extends SearchProps {
  readonly providers: readonly Provider[]
  readonly provider: Provider
  readonly onProvider: (id: string) => void
}

function ProviderSearch({ kind, profileId, onAdd, onCredit, providers, provider, onProvider }: ProviderProps) {
  const { stock } = useMessages('stock')
  const words = stock.kinds[kind]
  // The service listed it, so the service knows it.
  const id = provider.id as Input<'searchStock'>['provider']
  const [q, setQ] = useState('')
  const [isCredited, setCredited] = useState(true)
  const [isPlaying, setPlaying] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  const found = useInfiniteQuery({
    queryKey: ['stock', 'photos', provider.id, q],
    queryFn: ({ pageParam }) => api.searchStock({ provider: id, q, page: pageParam }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
    enabled: q !== '',
    staleTime: 300_000,
    retry: false,
  })
  const take = useMutation({
    mutationFn: (photo: Photo) => api.takeStockPhoto({ provider: id, id: photo.id, profileId }),
    onSuccess: (file, photo) => {
      const author = nameAuthor(photo.author, provider.name)
      onAdd(file, author)
      if (isCredited) onCredit?.(words.credit(author, provider.name))
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    setQ(String(new FormData(event.currentTarget).get('q')).trim())
  }
  // The previous search stays in the query until the next one is done, but its photos may be from another provider.
  const pages = found.isPlaceholderData ? undefined : found.data?.pages
  const photos = pages?.flatMap((page) => page.photos) ?? []
  const error = take.error ?? found.error
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <form onSubmit={submit} className="flex flex-wrap gap-2">
        <SearchInput label={words.search} name="q" required maxLength={100} autoFocus className="min-w-48 flex-1" />
        <Button type="submit" isBusy={found.isFetching && !found.isFetchingNextPage}>
          {stock.find}
        </Button>
      </form>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {providers.length > 1 && (
          <ChoiceBar
            label={stock.provider}
            value={provider.id}
            onChange={onProvider}
            options={providers.map(({ id, name }) => [id, name] as const)}
          />
        )}
        {onCredit && <Check label={stock.creditInText} isOn={isCredited} onChange={setCredited} />}
        {kind === 'gif' && <Check label={stock.play} isOn={isPlaying} onChange={setPlaying} />}
      </div>
      <p className="text-ink-3 text-sm">{stock.privacy(provider.name)}</p>
      <p className="flex flex-wrap gap-x-4 text-ink-3 text-sm">
        <a href={provider.url} target="_blank" rel="noreferrer" className={linkStyle}>
          {words.providedBy(provider.name)}
        </a>
        <a href={provider.licenseUrl} target="_blank" rel="noreferrer" className={linkStyle}>
          {provider.license}
        </a>
      </p>
      {error && <ProblemBanner error={error} />}
      {found.isFetching && !pages && <Loading />}
      {pages && photos.length === 0 && <p className="py-8 text-center text-ink-3">{words.none}</p>}
      {photos.length > 0 && (
        <ul aria-label={words.results} className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3 md:grid-cols-4">
          {photos.map((photo) => (
            <li key={photo.id}>
              <PhotoTile
                kind={kind}
                photo={photo}
                author={nameAuthor(photo.author, provider.name)}
                isPlaying={isPlaying}
                isTaking={take.isPending && take.variables.id === photo.id}
                onTake={() => take.isPending || take.mutate(photo)}
              />
            </li>
          ))}
        </ul>
      )}
      {pages && found.hasNextPage && (
        <Button
          className="justify-self-center"
          isBusy={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {stock.more}
        </Button>
      )}
    </div>
  )
}

const linkStyle = 'inline-flex min-h-6 items-center underline'

/** Returns the name of an author, or nothing if the provider names itself because it knows none. */
export const nameAuthor = (author: string, provider: string): string => (author === provider ? '' : author)

interface CheckProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function Check({ label, isOn, onChange }: CheckProps) {
  return (
    <label className="flex min-h-8 cursor-pointer items-center gap-2.5 max-md:min-h-11">
      <input type="checkbox" className="size-4" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}

interface TileProps {
  readonly kind: StockKind
  readonly photo: Photo
  readonly author: string
  /** True if a GIF moves. */
  readonly isPlaying: boolean
  readonly isTaking: boolean
  readonly onTake: () => void
}

/** A photo or GIF that a click adds, with its author. */
function PhotoTile({ kind, photo, author, isPlaying, isTaking, onTake }: TileProps) {
  const { authorUrl, url, altText, thumbnailUrl, previewUrl } = photo
  const words = useMessages('stock').stock.kinds[kind]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      <button
        type="button"
        aria-label={words.add(author, altText ?? '')}
        aria-busy={isTaking}
        onClick={onTake}
        className="block aspect-4/3 w-full overflow-hidden rounded-md bg-sunken ring-line-strong hover:ring-2 aria-busy:opacity-60"
      >
        <img src={(isPlaying && previewUrl) || thumbnailUrl} alt="" loading="lazy" className="size-full object-cover" />
      </button>
      <a
        href={authorUrl ?? url}
        target="_blank"
        rel="noreferrer"
        dir="auto"
        className="block min-h-6 truncate text-ink-2 text-sm underline"
      >
        {photo.author}
      </a>
    </div>
  )
}
