import { fetchedFromHere } from '#connectors/api/fetched-from-here.ts'
import { renamed, requireAddress } from '#connectors/api/json-api.ts'
import { imageRuleOf } from '#connectors/check/media/image-rule.ts'
import type { Call, CallFailed, Outgoing, OutgoingMedia } from '#connectors/connector.ts'
import { itemsOf } from '#connectors/meta/container/rules.ts'
import type { Params } from '#connectors/meta/graph-call.ts'
import { answeredMissing, quoteMissing } from '#connectors/verdicts/verdicts.ts'
import { threads } from '#rules/networks/threads.ts'
import { isUnknown } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import type { Memo } from '../memo.ts'
import { cardOf, filesOf, isComment, parentOf, partOf, textOf } from '../plan.ts'
import { settingsOf } from '../settings.ts'

/** Container parameters. Threads fetches the files from this service. */

/** Returns the parameters of the next of several files. */
export async function itemParams(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<Params> {
  const { length } = itemsOf(memo)
  const file = filesOf(post, partOf(memo))[length]
  if (!file) throw new Error(`the post has no file ${length}`)
  return { ...(await fileParams(call, file)), is_carousel_item: 'true', ...spoilerOf(post, memo) }
}

/**
 * Names the failure to create a container that names another post. Threads reports an unknown post and an unknown
 * carousel item with the same error, so only a container that names nothing else proves that the post to quote no longer
 * exists. What a reply answers has been read before, so it is not merely late.
 */
export function creationFailure(error: CallFailed, params: Params, { answers }: Outgoing): CallFailed {
  if (answers && params.reply_to_id === answers.remoteId && isUnknown(error))
    return renamed(error.failure, answeredMissing)
  const namesOnlyQuote = params.quote_post_id !== undefined && params.children === undefined
  return namesOnlyQuote && isUnknown(error) ? renamed(error.failure, quoteMissing) : error
}

/** Returns the parameters of a part, or of the first comment. */
export async function postParams(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<Params> {
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
