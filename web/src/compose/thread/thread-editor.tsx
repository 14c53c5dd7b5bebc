import { useMemo } from 'react'
import type { Limits } from '#rules/limits.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { countFor, fittingLength, type LimitsByNetwork } from '../check/limits.ts'
import type { Checked } from '../check/use-check.ts'
import { type Account, type Draft, newKey } from '../draft/draft.ts'
import { followFiles } from '../draft/follow-files.ts'
import { MediaField } from '../media/media-field.tsx'
import type { ShownFiles } from '../media/shown-media.ts'
import { mediaOf, type Update } from '../media/use-media.ts'
import { measureAll } from '../text/room.ts'
import { ThreadPart } from './thread-part.tsx'

interface ThreadProps {
  readonly profileId: string
  readonly draft: Draft
  /** The draft for the counters and highlighting. It lags behind the other one. */
  readonly counted: Draft
  readonly targets: readonly Account[]
  readonly checked: Checked
  readonly limits: LimitsByNetwork
  readonly files: ShownFiles
  readonly update: Update
}

/** The replies of a thread, one below the other, with an option to split a text that is too long. */
export function ThreadEditor({ profileId, draft, counted, targets, checked, limits, files, update }: ThreadProps) {
  const { thread: words } = useMessages()
  const threading = useMemo(() => targets.filter(({ network }) => limits.get(network)?.thread), [targets, limits])
  const revise = (thread: Draft['thread']) => update((before) => ({ ...before, confirmed: [], thread }))
  const add = () => revise([...draft.thread, { key: newKey(), content: '', media: [] }])
  const move = (at: number, by: 1 | -1) => {
    const texts = [draft.content, ...draft.thread.map(({ content }) => content)]
    const other = at + by
    if (other === 0) {
      // The first part is the post itself, so the two exchange their texts and files.
      const [first] = draft.thread
      if (!first) return
      return update((before) => ({
        ...before,
        confirmed: [],
        content: texts[1] ?? '',
        media: first.media,
        own: followFiles(before.own, before.media, first.media),
        thread: [{ ...first, content: before.content, media: before.media }, ...before.thread.slice(1)],
      }))
    }
    const next = [...draft.thread]
    const [one] = next.splice(at - 1, 1)
    if (one) next.splice(other - 1, 0, one)
    revise(next)
  }
  const rooms = useMemo(
    () => [counted, ...counted.thread].map((_, nth) => measureAll(counted, threading, nth, checked, limits)),
    [counted, threading, checked, limits],
  )
  const tightest = rooms[0]?.[0]
  const isTooLong = tightest !== undefined && tightest.left < 0
  if (draft.thread.length === 0 && !isTooLong) return null
  const rules = tightest && limits.get(tightest.account.network)
  const split = () => {
    if (!tightest || !rules) return
    const [content = '', ...rest] = splitText(draft.content, tightest.max, rules)
    const made = rest.map((text) => ({ key: newKey(), content: text, media: [] }))
    update((before) => ({ ...before, confirmed: [], content, thread: [...made, ...before.thread] }))
  }
  return (
    <section aria-label={words.title} className="grid gap-3">
      {draft.thread.map((part, nth) => {
        const list = mediaOf(draft, update, profileId, part.key)
        return (
          <MediaField key={part.key} profileId={profileId} list={list} files={files}>
            {(menu, strip) => (
              <ThreadPart
                nth={nth + 2}
                of={draft.thread.length + 1}
                text={part.content}
                counted={counted.thread[nth]?.content ?? ''}
                rooms={rooms[nth + 1] ?? []}
                limits={limits}
                onWrite={(content) =>
                  revise(draft.thread.map((one) => (one.key === part.key ? { ...one, content } : one)))
                }
                onMove={(by) => move(nth + 1, by)}
                onRemove={() => revise(draft.thread.filter(({ key }) => key !== part.key))}
                onAdd={add}
                strip={strip}
                menu={menu}
              />
            )}
          </MediaField>
        )
      })}
      <div className="flex flex-wrap gap-2">
        {isTooLong && <Button onClick={split}>{words.split}</Button>}
        {draft.thread.length > 0 && (
          <Button className="max-md:min-h-11" onClick={add}>
            <Icon name="plus" className="size-4" />
            {words.add}
          </Button>
        )}
      </div>
    </section>
  )
}

const sentenceEnd = /[.!?…。！？]["'”’)]*\s+/g

/**
 * Splits a text into parts that fit: preferably between paragraphs, then sentences, then words. Only the whitespace at
 * the boundaries is dropped.
 */
function splitText(text: string, room: number, limits: Limits): readonly string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest !== '' && countFor(rest, limits) > room) {
    const fits = Math.max(1, fittingLength(rest, room, limits))
    const cut = findSeam(rest.slice(0, fits), rest.slice(fits))
    parts.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trim()
  }
  return rest === '' ? parts : [...parts, rest]
}

/** A boundary in the first third would leave a part almost empty. */
const leastShare = 3

function findSeam(head: string, tail: string): number {
  const least = head.length / leastShare
  const paragraph = head.lastIndexOf('\n\n')
  if (paragraph > least) return paragraph
  const sentence = [...head.matchAll(sentenceEnd)].at(-1)
  if (sentence && sentence.index + sentence[0].length > least) return sentence.index + sentence[0].length
  if (/^\s/.test(tail)) return head.length
  const word = head.search(/\s\S*$/)
  return word > 0 ? word : head.length
}
