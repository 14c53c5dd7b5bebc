import { fetchedFromHere } from '#connectors/api/fetched-from-here.ts'
import { renamed, requireAddress } from '#connectors/api/json-api.ts'
import { imageRuleOf } from '#connectors/check/media/image-rule.ts'
import {
  type Call,
  CallFailed,
  type Next,
  type Outgoing,
  type OutgoingMedia,
  type Step,
} from '#connectors/connector.ts'
import { made, type Params, read } from '#connectors/meta/graph-call.ts'
import { quoteMissing } from '#connectors/verdicts/verdicts.ts'
import { threads } from '#rules/networks/threads.ts'
import { ask } from '../api/graph.ts'
import type { Grant } from '../auth/grant.ts'
import { itemsOf, type Memo, postsOf } from '../memo.ts'
import { cardOf, filesOf, isComment, partOf, textOf } from '../plan.ts'
import { settingsOf } from '../settings.ts'
import { isUnknown } from './state.ts'

/**
 * The lifetime of a container. A container holds the content before it is visible; Threads fetches its files from this
 * service. A second one is harmless: unused containers expire after a day and do not count toward a quota.
 */
const keptMs = 23 * 3_600_000
/** The time before the first check of a video. Threads processes anything else immediately. */
const filmMs = 5_000

/** Creates the container for one of several files in each run. */
export const item: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, memo) {
    const files = filesOf(post, partOf(memo))
    const items = itemsOf(memo)
    const file = files[items.length]
    if (!file) return { memo, then: 'awaitItems' }
    const params = { ...(await fileParams(call, file)), is_carousel_item: 'true', ...spoilerOf(post, memo) }
    const next = { ...memo, items: [...items, await create(call, params)] }
    if (next.items.length < files.length) return { memo: next, then: 'item', ...(items.length > 0 ? {} : dying(call)) }
    return { memo: next, then: 'awaitItems', ...waitFor(files) }
  },
}

/** Creates the container for the part itself, or for the first comment. */
const making: Pick<Step<Grant, Memo>, 'repeat' | 'run'> = {
  repeat: 'safe',
  async run(call, post, memo): Promise<Next<Memo>> {
    const files = isComment(post, memo) ? [] : filesOf(post, partOf(memo))
    const container = await createWith(call, await paramsOf(call, post, memo))
    const since = call.now.toISOString()
    const then = isComment(post, memo) ? 'awaitComment' : 'ready'
    const wait = files.length === 1 ? waitFor(files) : {}
    return { memo: { ...memo, container, since }, then, ...wait, ...(itemsOf(memo).length > 0 ? {} : dying(call)) }
  },
}
export const container: Step<Grant, Memo> = making
export const comment: Step<Grant, Memo> = { ...making, optional: true }

const waitFor = (files: readonly OutgoingMedia[]): { readonly afterMs?: number } =>
  files.some(({ kind }) => kind === 'video') ? { afterMs: filmMs } : {}

const dying = ({ now }: Call<Grant>) => ({ diesAt: new Date(now.getTime() + keptMs) })

async function create({ http, grant }: Call<Grant>, params: Params): Promise<string> {
  const request = { name: 'createContainer', method: 'POST', path: '/me/threads', params, token: grant.token } as const
  return read(await ask(http, request), made).id
}

/**
 * Creates a container that may name another post. Threads reports an unknown post and an unknown carousel item with the
 * same error, so only a container that names nothing else proves that the post to quote no longer exists.
 */
async function createWith(call: Call<Grant>, params: Params): Promise<string> {
  const namesOnlyQuote = params.quote_post_id !== undefined && params.children === undefined
  try {
    return await create(call, params)
  } catch (error) {
    if (!namesOnlyQuote || !(error instanceof CallFailed) || !isUnknown(error)) throw error
    throw renamed(error.failure, quoteMissing)
  }
}

async function paramsOf(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<Params> {
  const part = partOf(memo)
  const text = textOf(post, part)
  return {
    ...(await contentOf(call, post, memo)),
    ...(text === '' ? {} : { text }),
    ...replyOf(post, memo),
    ...(part === 0 ? chosenFor(post) : {}),
  }
}

async function contentOf(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<Params> {
  const files = isComment(post, memo) ? [] : filesOf(post, partOf(memo))
  const [file, ...others] = files
  if (!file) return { media_type: 'TEXT' }
  if (others.length > 0) return { media_type: 'CAROUSEL', children: itemsOf(memo).join(',') }
  return { ...(await fileParams(call, file)), ...spoilerOf(post, memo) }
}

async function fileParams(call: Call<Grant>, file: OutgoingMedia): Promise<Params> {
  const isFilm = file.kind === 'video'
  const link = await (isFilm ? call.link(file) : call.link(file, imageRuleOf(threads)))
  const url = fetchedFromHere(link, { name: threads.name, api: requireAddress(call.http.addresses, 'api') })
  const altText = file.altText?.trim() ?? ''
  return {
    media_type: isFilm ? 'VIDEO' : 'IMAGE',
    [isFilm ? 'video_url' : 'image_url']: url,
    ...(altText === '' ? {} : { alt_text: altText }),
  }
}

/** Returns the post that a part replies to: the previous part. A first comment replies to the first part. */
export function parentOf(post: Outgoing, memo: Memo): string | null {
  const posts = postsOf(memo)
  return (isComment(post, memo) ? posts[0] : posts.at(-1)) ?? null
}

function replyOf(post: Outgoing, memo: Memo): Params {
  const parent = parentOf(post, memo)
  return parent === null ? {} : { reply_to_id: parent }
}

const spoilerOf = (post: Outgoing, memo: Memo): Params =>
  partOf(memo) === 0 && settingsOf(post.settings).spoiler ? { is_spoiler_media: 'true' } : {}

const letters = ['a', 'b', 'c', 'd']

function chosenFor(post: Outgoing): Params {
  const { topicTag, replyControl, poll, quotePostId } = settingsOf(post.settings)
  const card = cardOf(post)
  const options = poll?.options.map((text, at) => [`option_${letters[at]}`, text])
  return {
    ...(card === null ? {} : { link_attachment: card }),
    ...(topicTag === undefined ? {} : { topic_tag: topicTag.replace(/^#/, '') }),
    ...(replyControl === undefined ? {} : { reply_control: replyControl }),
    ...(options === undefined ? {} : { poll_attachment: JSON.stringify(Object.fromEntries(options)) }),
    ...(quotePostId === undefined ? {} : { quote_post_id: quotePostId }),
  }
}
