import { api } from '#web/app/api.ts'
import type { Account, Draft, OwnValues } from '../draft/draft.ts'
import { withOwn } from '../draft/draft.ts'
import { toCreate } from '../draft/request.ts'
import { readMedia, readThread } from '../draft/stored.ts'
import { isSigned, sign, unsign } from './sign.ts'
import type { Typed } from './typed.ts'

interface Place {
  readonly profileId: string
  readonly draft: Draft
  readonly targets: readonly Account[]
  readonly writesFor: Account | null
  readonly typed: Typed
  /** The signature of new posts. Empty if the brand has none. */
  readonly signature: string
}

const cut = (text: string, { from, to }: Typed): string => text.slice(0, from) + text.slice(to)

/** Puts a saved text where the slash is. The service fills in its variables. Returns the changes of the draft. */
export async function applyText(id: string, { profileId, draft, targets, writesFor, typed, signature }: Place) {
  const own = writesFor ? draft.own[writesFor.id]?.content : undefined
  if (writesFor && own !== undefined) {
    const alone = { ...draft, content: cut(own, typed), accountIds: [writesFor.id], own: {}, others: [] }
    const post = await apply(id, toCreate(alone, profileId, targets), typed.from)
    return { own: withOwn(draft.own, writesFor.id, { content: post.content ?? '' }) }
  }
  const rest = cut(draft.content, typed)
  const isOnlySigned = signature !== '' && rest.trim() === signature
  const body = isOnlySigned ? '' : unsign(rest, signature)
  const cleaned = { ...draft, content: body ?? rest }
  const changes = takePost(cleaned, await apply(id, toCreate(cleaned, profileId, targets), typed.from), targets)
  return body === null ? changes : signAll(changes, draft.own, signature)
}

type CreatedPost = ReturnType<typeof toCreate>

async function apply(id: string, post: CreatedPost, at: number): Promise<CreatedPost> {
  const body = { ...post, content: post.content ?? '' }
  return (await api.applySavedText({ id, post: body, at })).post as unknown as CreatedPost
}

/** Puts the signature back to the end of each text that does not have it. A separate text of an account stays as it was. */
function signAll(changes: Partial<Draft>, before: Draft['own'], words: string): Partial<Draft> {
  const signed = (text: string) => (isSigned(text, words) ? text : sign(text, words))
  const own = Object.entries(changes.own ?? {}).map(([id, values]) => {
    const isNew = values.content !== undefined && before[id]?.content === undefined
    return [id, isNew ? { ...values, content: signed(values.content) } : values] as const
  })
  return { ...changes, content: signed(changes.content ?? ''), own: Object.fromEntries(own) }
}

/** Returns the draft with the fields of a post. The entries of `platforms` are those that the draft has sent. */
function takePost(draft: Draft, post: CreatedPost, targets: readonly Account[]): Partial<Draft> {
  const settings: Readonly<Record<string, object | undefined>> = post.settings ?? {}
  const entries = draft.accountIds.flatMap((id) => targets.find((account) => account.id === id) ?? [])
  const own = entries.reduce(
    (before, account, nth) => {
      const { platform: _, accountId: __, ...values } = Object(post.platforms?.[nth]) as Record<string, unknown>
      const more = { ...settings[account.platform], ...settings[account.network], ...Object(values.settings) }
      const next = { ...values, ...(Object.keys(more).length > 0 && { settings: more }) } as OwnValues
      return withOwn(before, account.id, next)
    },
    {} as Draft['own'],
  )
  return {
    own,
    content: post.content ?? '',
    title: post.title ?? '',
    link: post.link ?? '',
    firstComment: post.firstComment ?? '',
    language: post.language ?? '',
    tags: post.tags ?? [],
    mentions: post.mentions ?? [],
    ...(post.format && post.format !== 'thread' && { format: post.format }),
    ...(draft.media.length === 0 && post.media && { media: readMedia(post.media) }),
    ...(draft.thread.length === 0 && post.thread && { thread: readThread(post.thread) }),
  }
}
