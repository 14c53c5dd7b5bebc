import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import type { LimitsByNetwork } from '../check/limits.ts'
import type { Checked } from '../check/use-check.ts'
import { type Account, type Draft, withOwn } from '../draft/draft.ts'
import { useEmoji } from '../emoji/use-emoji.tsx'
import { useSignature } from '../texts/use-signature.tsx'
import { useTextsMenu } from '../texts/use-texts-menu.tsx'
import { Counters } from './counters.tsx'
import { measureAll } from './room.ts'
import { WordsBox } from './words-box.tsx'

interface TextProps {
  readonly profileId: string
  readonly draft: Draft
  /** The draft for the counters and highlighting. It lags behind the other one. */
  readonly counted: Draft
  readonly targets: readonly Account[]
  /** The account whose custom text is written. Null for the text of all accounts. */
  readonly writesFor: Account | null
  readonly checked: Checked
  /** True for a new post whose text only this page writes. */
  readonly isFresh: boolean
  readonly limits: LimitsByNetwork
  readonly onChange: (changes: Partial<Draft>) => void
  readonly update: (change: (before: Draft) => Draft) => void
  /** Returns to the text of all accounts. */
  readonly onShared: () => void
  /** The files, below the text. */
  readonly media: ReactNode
  /** The menu that adds a file. */
  readonly menu: ReactNode
  /** Tools below the field. */
  readonly tools: ReactNode
}

/** The text for all accounts, or the custom text of one, with its files, tools and remaining length. */
export function TextField(props: TextProps) {
  const {
    profileId,
    draft,
    counted,
    targets,
    writesFor,
    checked,
    isFresh,
    limits,
    onChange,
    update,
    onShared,
    media,
    menu,
    tools,
  } = props
  const emoji = useEmoji()
  const signature = useSignature({ profileId, draft, isFresh, isHidden: writesFor !== null, update })
  const saved = useTextsMenu({
    profileId,
    draft,
    targets,
    writesFor,
    update,
    signature: signature.words,
    field: emoji.field,
  })
  const frame = useFirstFocus(draft.content === '')
  const { compose, writing } = useMessages()
  const own = writesFor ? draft.own[writesFor.id]?.content : undefined
  const ownCounted = writesFor ? counted.own[writesFor.id]?.content : undefined
  const isOwn = writesFor !== null && own !== undefined
  const write = (text: string, caret: number) => {
    onChange(
      isOwn ? { own: withOwn(draft.own, writesFor.id, { content: text }) } : { content: signature.contentOf(text) },
    )
    saved.note(text, caret)
    emoji.note(text, caret)
  }
  // The shared text is measured for accounts without a custom one.
  const rooms = useMemo(() => {
    const affected = isOwn ? [writesFor] : targets.filter(({ id }) => counted.own[id]?.content === undefined)
    return measureAll(counted, affected, 0, checked, limits)
  }, [counted, isOwn, writesFor, targets, checked, limits])
  const fits = useMemo(() => rooms[0]?.findFit() ?? null, [rooms])
  const label = isOwn ? compose.ownText(networks[writesFor.network].name) : compose.text
  const network = (isOwn ? writesFor : (rooms[0]?.account ?? targets[0]))?.network
  return (
    <div
      ref={frame}
      data-field="content"
      className="flex flex-1 flex-col rounded-lg border border-line bg-surface shadow-sm has-[textarea:focus]:border-brand @3xl:max-h-160 @3xl:min-h-0"
    >
      {isOwn && (
        <p className="flex flex-wrap items-center gap-x-2 border-line border-b bg-sunken py-1 ps-5 pe-2 text-ink-2 text-sm">
          <NetworkMark network={writesFor.network} />
          <span className="min-w-0 flex-1">{label}</span>
          <Button variant="quiet" className="min-h-8! text-sm max-md:min-h-10!" onClick={onShared}>
            {writing.editShared}
          </Button>
          <Button
            variant="quiet"
            className="min-h-8! text-sm max-md:min-h-10!"
            onClick={() => onChange({ own: withOwn(draft.own, writesFor.id, { content: undefined }) })}
          >
            {compose.reset}
          </Button>
        </p>
      )}
      <div className="max-h-[max(13rem,60dvh)] flex-1 overflow-y-auto">
        <WordsBox
          aria-label={label}
          placeholder={label}
          lang={draft.language || undefined}
          value={own ?? signature.bodyOf(draft.content)}
          counted={ownCounted ?? signature.bodyOf(counted.content)}
          onWrite={write}
          ref={emoji.field}
          aria-activedescendant={saved.active ?? emoji.active}
          onKeyDown={(event) => saved.press(event) || emoji.press(event)}
          dialect={limits.get(network ?? 'x')?.dialect ?? 'plain'}
          fits={fits}
          className="min-h-28 @3xl:min-h-49"
        />
      </div>
      {signature.line}
      {saved.list}
      {emoji.list}
      {media}
      <div className="relative flex min-h-12 items-center gap-0.5 border-line border-t px-2 py-1">
        <div className="flex min-w-0 flex-1 items-center gap-0.5 scroll-px-1 overflow-x-auto p-1 [scrollbar-width:none] [&::-webkit-scrollbar]:hidden">
          {menu}
          {emoji.button}
          {tools}
        </div>
        <Counters rooms={rooms} />
      </div>
    </div>
  )
}

/** Focuses a blank text if the page before left no focus, as after its shortcut. A link that led here keeps its focus. */
function useFirstFocus(isBlank: boolean) {
  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first text counts
  useEffect(() => {
    const { activeElement, body } = document
    const isLost = activeElement === body || activeElement?.tagName === 'MAIN'
    if (isBlank && isLost && history.state?.__TSR_index > 0) frame.current?.querySelector('textarea')?.focus()
  }, [])
  return frame
}
