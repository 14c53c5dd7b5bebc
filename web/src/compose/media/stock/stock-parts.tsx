import type { Item } from '@posthorn/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { type StockKind, stockProvidersQuery } from './stock-query.ts'
import { nameAuthor, StockSearch } from './stock-search.tsx'

export type MediaPlace = 'library' | StockKind

/** Returns the kinds that a provider is set up for, in the order in which pages show them. */
function useKinds(): readonly StockKind[] {
  const providers = useQuery(stockProvidersQuery).data ?? []
  return (['photo', 'gif'] as const).filter((kind) => providers.some((one) => one.kind === kind))
}

interface ChoiceProps {
  readonly value: MediaPlace
  readonly onChange: (place: MediaPlace) => void
}

/** A choice between the library, stock photos and GIFs. */
export function StockChoice({ value, onChange }: ChoiceProps) {
  const words = useMessages('stock').stock
  const kinds = useKinds()
  return (
    <ChoiceBar
      label={words.places}
      value={value}
      onChange={onChange}
      options={[['library', words.library], ...kinds.map((kind) => [kind, words.kinds[kind].title] as const)]}
    />
  )
}

/** Opens the search for each kind, which adds files to the library. */
export function StockButtons({ profileId }: { readonly profileId: string }) {
  return useKinds().map((kind) => <StockButton key={kind} kind={kind} profileId={profileId} />)
}

function StockButton({ kind, profileId }: { readonly kind: StockKind; readonly profileId: string }) {
  const { stock, shell } = useMessages('stock')
  const words = stock.kinds[kind]
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [added, setAdded] = useState('')
  const open = () => {
    setAdded('')
    setOpen(true)
  }
  return (
    <>
      <Button onClick={open}>{words.title}</Button>
      {isOpen && (
        <Dialog isWide title={words.title} onClose={() => setOpen(false)}>
          <StockSearch
            kind={kind}
            profileId={profileId}
            onAdd={(_, author) => {
              setAdded(words.added(author))
              void queries.invalidateQueries({ queryKey: ['media'] })
            }}
          />
          <DialogActions>
            {/* Here and not in a message over the page, which would cover the actions on a phone. */}
            <p role="status" className="me-auto min-w-0 flex-1 break-words">
              {added}
            </p>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              {shell.close}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}

const linkStyle = 'inline-flex min-h-6 items-center underline'

interface SourceProps {
  readonly source: NonNullable<Item<'listMedia', 'media'>['source']>
  readonly contentType: string
}

/** The author, provider and license of a file in the list of its facts. */
export function StockSource({ source, contentType }: SourceProps) {
  const words = useMessages('stock').stock
  const { author, providerName, url, license, licenseUrl } = source
  const kind = contentType === 'image/gif' ? 'gif' : 'photo'
  const facts = [
    [words.source, url, words.kinds[kind].credit(nameAuthor(author, providerName), providerName)],
    [words.license, licenseUrl, license],
  ] as const
  return facts.map(([name, href, text]) => (
    <div key={name} className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words">
        <a href={href} target="_blank" rel="noreferrer" className={linkStyle}>
          {text}
        </a>
      </dd>
    </div>
  ))
}
