import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import type { Mention } from '#rules/mentions.ts'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { EntryDialog } from '#web/posts/mentions/entry-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { NetworkMark, type NetworkName, networks } from '#web/ui/marks/network-mark.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import type { Account, Draft } from '../draft/draft.ts'
import { insertText } from '../emoji/insert.ts'
import { TypedOptions } from '../texts/typed-options.tsx'
import type { TypedListProps } from '../texts/use-typed-list.ts'

interface ListProps extends TypedListProps {
  readonly profileId: string
  readonly targets: readonly Account[]
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly update: (change: (before: Draft) => Draft) => void
}

interface Found {
  readonly key: string
  readonly isOfBook: boolean
  readonly name: string
  readonly handles: Mention['handles']
}

const pauseMs = 250
const shownItems = 8

/** The people that match what was typed after an @: those of the book first. The text keeps the focus. */
export function MentionList({ profileId, targets, field, update, typed, ...list }: ListProps) {
  const { mentions: words } = useMessages('mentions')
  const [adding, setAdding] = useState<string | null>(null)
  const q = useSettled(typed.query)
  const { items, failed, isCurrent } = useFound(profileId, targets, q)
  const insert = ({ name, handles }: Pick<Found, 'name' | 'handles'>) => {
    if (!field.current) return
    insertText(field.current, `@${name} `, typed.from, typed.to)
    update((before) => withMention(before, { text: `@${name}`, handles }))
  }
  const mayAdd = isCurrent && q === typed.query
  if (adding !== null)
    return (
      <EntryDialog
        profileId={profileId}
        entry={null}
        name={adding}
        onClose={list.onClose}
        onSaved={(entry) => {
          insert(entry)
          list.onClose()
        }}
      />
    )
  return (
    <>
      {failed.length > 0 && (
        <p role="status" className="mx-3 mb-2 text-ink-3 text-sm">
          {failed.map((network) => words.notFound(networks[network].name)).join(' ')}
        </p>
      )}
      <TypedOptions
        {...list}
        label={words.title}
        items={items}
        keyOf={({ key }) => key}
        onChoose={(item) => {
          list.onClose()
          insert(item)
        }}
      >
        {({ name, handles, isOfBook }) => (
          <>
            <OneLine className="max-w-48 shrink-0 font-medium">{name}</OneLine>
            <OneLine className="min-w-0 flex-1 text-ink-3 text-sm">
              {handles[targets[0]?.network ?? 'x'] ?? Object.values(handles)[0] ?? ''}
            </OneLine>
            <span className="flex shrink-0 items-center gap-1 text-ink-3 text-xs">
              {isOfBook && words.fromBook}
              {(Object.keys(handles) as NetworkName[]).map((network) => (
                <NetworkMark key={network} network={network} />
              ))}
            </span>
          </>
        )}
      </TypedOptions>
      {mayAdd && (
        <Button
          isSmall
          variant="quiet"
          className="mx-3 mb-2 justify-self-start self-start"
          onClick={() => setAdding(q)}
        >
          {words.addNamed(q)}
        </Button>
      )}
    </>
  )
}

/** Returns what was typed, after a short time without changes. */
function useSettled(query: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(query), pauseMs)
    return () => clearTimeout(timer)
  }, [query])
  return settled
}

/** Searches the book, and the networks of the chosen accounts that have a search. */
function useFound(profileId: string, targets: readonly Account[], q: string) {
  const book = useQuery({
    queryKey: ['mentions', profileId, 'book', q],
    queryFn: async () => (await api.listMentionBook({ profileId, q, limit: shownItems })).entries,
    enabled: q !== '',
  })
  const onNetworks = [useSearch('bluesky', targets, q), useSearch('mastodon', targets, q)]
  const found: Found[] = [
    ...(book.data ?? []).map(({ id, name, handles }) => ({ key: id, isOfBook: true, name, handles })),
    ...onNetworks
      .flatMap(({ data }) => data?.items.filter(({ source }) => source === 'network') ?? [])
      .map(({ name, handles }) => ({ key: JSON.stringify(handles), isOfBook: false, name, handles })),
  ]
  return {
    items: found.slice(0, shownItems),
    failed: onNetworks.flatMap(({ network, error, data }) =>
      error || data?.search === 'failed' || data?.search === 'limited' ? [network] : [],
    ),
    /** False while responses for this text are missing. */
    isCurrent: q !== '' && !book.isPending && onNetworks.every(({ isLoading }) => !isLoading),
  }
}

/** Searches a network with its first chosen account, if there is one. */
function useSearch(network: NetworkName, targets: readonly Account[], q: string) {
  const accountId = targets.find((account) => account.network === network)?.id ?? ''
  const { data, error, isLoading } = useQuery({
    queryKey: ['mentions', accountId, q],
    queryFn: () => api.findMentions({ accountId, q }),
    enabled: q !== '' && accountId !== '',
  })
  return { network, data, error, isLoading }
}

/** Adds a mention to those of the draft that its texts still have. A name that it has keeps its other handles. */
function withMention(before: Draft, added: Mention): Draft {
  const same = before.mentions.find(({ text }) => text === added.text)
  const texts = JSON.stringify([before.content, before.firstComment, before.thread, before.own])
  const others = before.mentions.filter(
    ({ text }) => text !== added.text && texts.includes(JSON.stringify(text).slice(1, -1)),
  )
  return { ...before, mentions: [...others, { ...added, handles: { ...same?.handles, ...added.handles } }] }
}
