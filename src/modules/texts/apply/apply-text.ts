import { refuseInput } from '#kernel/errors.ts'
import type { AccountForPublishing } from '#modules/accounts/index.ts'
import type { NewPost, TemplatePost } from '#modules/posts/index.ts'
import type { Limits } from '#rules/limits.ts'
import { mentionsMax } from '#rules/mentions.ts'
import { type Network, platformIdOf } from '#rules/network-names.ts'
import type { TextRow } from '../store.ts'
import { type Values, wordsOf } from '../variables.ts'
import { type Entry, type Field, type Insertion, placeText } from './place-text.ts'

/** A post as a request sends it, with its fields as they were written. */
type WrittenPost = Readonly<Record<string, unknown>>

interface ApplyContext {
  /** The same post as the API understands it. */
  readonly read: NewPost
  readonly accounts: readonly AccountForPublishing[]
  /** When it is published. Null if no time is set yet. */
  readonly at: Date | null
  readonly timezone: string
  readonly limitsOf: (network: Network) => Limits | undefined
  /** The position of a snippet. Null for the end of the text. */
  readonly place: number | null
  readonly shorten: boolean
}

interface Applied {
  readonly post: Record<string, unknown>
  readonly leftOut: { platform: string; hashtags: string[] }[]
}

/** Returns the post with the saved text. What the post already has stays. Pure. */
export function applyText(saved: TextRow, post: WrittenPost, context: ApplyContext): Applied {
  if (saved.kind === 'template')
    return { post: saved.post ? fillFromTemplate(saved.post, post, context) : { ...post }, leftOut: [] }
  const insertion: Insertion = {
    kind: saved.kind,
    content: saved.content,
    networkTexts: saved.networkTexts,
    networks: saved.networks,
    uses: saved.uses,
    at: context.place,
    shorten: context.shorten,
  }
  return insert(insertion, saved.kind === 'first_comment' ? 'firstComment' : 'content', post, context)
}

function insert(insertion: Insertion, field: Field, post: WrittenPost, context: ApplyContext): Applied {
  const { read } = context
  const entries = read.platforms.map((platform) => entryOf(platform, field, context))
  const { base, own, leftOut, faults } = placeText(insertion, read[field] ?? '', entries, valuesFor(context))
  if (faults.length > 0) refuseInput(...faults)
  const given = Array.isArray(post.platforms) ? post.platforms : []
  return {
    post: {
      ...post,
      [field]: base,
      ...(given.length > 0 ? { platforms: given.map((one, index) => withOwn(one, { [field]: own[index] })) } : {}),
    },
    leftOut: entries.flatMap(({ network }, index) => {
      const hashtags = leftOut[index] ?? []
      return hashtags.length > 0 ? [{ platform: platformIdOf(network), hashtags: [...hashtags] }] : []
    }),
  }
}

type Platform = NewPost['platforms'][number]
type OwnValues = Omit<Extract<Platform, { readonly accountId?: unknown }>, 'platform' | 'accountId'>

function entryOf(platform: Platform, field: Field, context: ApplyContext): Entry {
  const own: Partial<OwnValues> = platform
  return {
    network: platform.platform,
    own: own[field] ?? undefined,
    values: valuesFor(context, platform),
    limits: context.limitsOf(platform.platform),
  }
}

function valuesFor({ read, accounts, at, timezone }: ApplyContext, platform: Platform | null = null): Values {
  const own: Partial<OwnValues> & { readonly accountId?: unknown } = platform ?? {}
  const there = accounts.filter(({ network }) => network === platform?.platform)
  const account = there.find(({ id, isDefault }) => (own.accountId ? id === own.accountId : isDefault))
  return {
    ...wordsOf(at, timezone, read.language ?? 'en'),
    account: account?.handle ?? null,
    link: own.link ?? read.link ?? null,
  }
}

/** Adds values to an entry of `platforms`, which may be only a name. An undefined value is left as it is. */
function withOwn(entry: unknown, values: Readonly<Record<string, unknown>>): unknown {
  const set = Object.entries(values).filter(([, value]) => value !== undefined)
  if (set.length === 0) return entry
  return { ...(typeof entry === 'string' ? { platform: entry } : (entry as object)), ...Object.fromEntries(set) }
}

function fillFromTemplate(template: TemplatePost, post: WrittenPost, context: ApplyContext): Record<string, unknown> {
  const { networks: onNetworks, content, firstComment, settings, ...rest } = template
  const { read } = context
  const given = Array.isArray(post.platforms) ? post.platforms : []
  const platforms = given.map((entry, index) => {
    const platform = read.platforms[index]
    const { content: _, firstComment: __, ...own } = (platform && onNetworks[platform.platform]) ?? {}
    return withOwn(entry, without(own, Object.keys(platform ?? {})))
  })
  const kept = Object.keys(post).filter((name) => !isEmpty(post[name]))
  const filled = {
    ...post,
    ...without(rest, kept),
    ...(given.length > 0 ? { platforms } : {}),
    settings: { ...settings, ...read.settings },
    ...mentionsOf(template, read),
  }
  const link = read.link ?? template.link
  const texts = (field: Field, text: string | null) => ({
    kind: 'snippet' as const,
    content: text ?? '',
    networkTexts: Object.fromEntries(
      Object.entries(onNetworks).flatMap(([network, own]) => (own[field] ? [[network, own[field]]] : [])),
    ),
    networks: [],
    uses: 0,
    at: null,
    shorten: false,
  })
  const withLink = { ...context, read: { ...read, link } }
  const withText = isEmpty(read.content) ? insert(texts('content', content), 'content', filled, withLink).post : filled
  return isEmpty(read.firstComment) && firstComment
    ? insert(texts('firstComment', firstComment), 'firstComment', withText, withLink).post
    : withText
}

/** The mentions of the post and of the template, whose texts may be used together. */
function mentionsOf({ mentions }: TemplatePost, { mentions: own }: ApplyContext['read']) {
  const all = [...own, ...mentions.filter(({ text }) => !own.some((one) => one.text === text))].slice(0, mentionsMax)
  return all.length > 0 ? { mentions: all } : {}
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const without = (values: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !names.includes(name) && !isEmpty(value)))
