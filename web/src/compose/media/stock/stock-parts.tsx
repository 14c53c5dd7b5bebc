import type { Item } from '@posthorn/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { tell } from '#web/ui/toast.tsx'
import { StockSearch } from './stock-search.tsx'

export type MediaPlace = 'library' | 'stock'

interface ChoiceProps {
  readonly value: MediaPlace
  readonly onChange: (place: MediaPlace) => void
}

/** A choice between the library and stock photos. */
export function StockChoice({ value, onChange }: ChoiceProps) {
  const words = useMessages('images').images.stock
  return (
    <ChoiceBar
      label={words.places}
      value={value}
      onChange={onChange}
      options={[
        ['library', words.library],
        ['stock', words.title],
      ]}
    />
  )
}

/** Opens the search for stock photos, which adds them to the library. */
export function StockButton({ profileId }: { readonly profileId: string }) {
  const { images, shell } = useMessages('images')
  const words = images.stock
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.title}</Button>
      {isOpen && (
        <Dialog isWide title={words.title} onClose={() => setOpen(false)}>
          <StockSearch
            profileId={profileId}
            onAdd={({ source }) => {
              tell({ title: words.added(source?.author ?? '') })
              void queries.invalidateQueries({ queryKey: ['media'] })
            }}
          />
          <DialogActions>
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

/** The author, provider and license of a file in the list of its facts. */
export function StockSource({ source }: { readonly source: NonNullable<Item<'listMedia', 'media'>['source']> }) {
  const words = useMessages('images').images.stock
  const { author, providerName, url, license, licenseUrl } = source
  const facts = [
    [words.source, url, words.credit(author, providerName)],
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
