import { fetchedFromHere } from '#connectors/api/fetched-from-here.ts'
import { requireAddress } from '#connectors/api/json-api.ts'
import { imageRuleOf } from '#connectors/check/media/image-rule.ts'
import type { Call, MediaRule, Outgoing, OutgoingMedia } from '#connectors/connector.ts'
import type { Params } from '#connectors/meta/graph-call.ts'
import { limitsForFormat } from '#rules/limits.ts'
import { instagram } from '#rules/networks/instagram.ts'
import type { Grant } from '../auth/grant.ts'
import { filesOf, kindOf, textOf } from '../plan.ts'
import { bareName, settingsOf, type UserTag } from '../settings.ts'

/** Container parameters. Instagram fetches the files from this service. */

/** Returns the parameters of one carousel file, which has no text. */
export async function itemParams(call: Call<Grant>, post: Outgoing, index: number): Promise<Params> {
  const file = filesOf(post)[index]
  if (!file) throw new Error(`the carousel has no file ${index}`)
  const kind: Params = file.kind === 'video' ? { media_type: 'VIDEO' } : {}
  return { ...(await fileParams(call, post, file)), ...kind, is_carousel_item: 'true', ...tagParams(post, file, index) }
}

/** Returns the parameters of the post itself. */
export async function postParams(call: Call<Grant>, post: Outgoing, items: readonly string[]): Promise<Params> {
  const kind = kindOf(post)
  const [file] = filesOf(post)
  const text = textOf(post)
  const shared = { ...(text === '' ? {} : { caption: text }), ...invitedParams(post) }
  if (kind === 'carousel') return { media_type: 'CAROUSEL', children: items.join(','), ...shared }
  if (!file) throw new Error('a post of Instagram has a file')
  const whole = { ...(await fileParams(call, post, file)), ...tagParams(post, file, 0) }
  // Without this, a story becomes a feed post.
  if (kind === 'story') return { media_type: 'STORIES', ...whole }
  return kind === 'reel'
    ? { media_type: 'REELS', ...whole, ...shared, ...(await reelParams(call, post, file)) }
    : { ...whole, ...shared }
}

async function fileParams(call: Call<Grant>, post: Outgoing, file: OutgoingMedia): Promise<Params> {
  if (file.kind === 'video') return { video_url: reachable(call, await call.link(file)) }
  const limits = limitsForFormat(instagram, post.format)
  const altText = file.altText?.trim() ?? ''
  return {
    image_url: reachable(call, await call.link(file, imageRuleOf(limits))),
    ...(altText === '' || limits.altText.max === 0 ? {} : { alt_text: altText }),
  }
}

const coverRule: MediaRule = { formats: ['image/jpeg'], maxBytes: 8_000_000 }

async function reelParams(call: Call<Grant>, post: Outgoing, { thumbnail }: OutgoingMedia): Promise<Params> {
  const { shareToFeed, coverTimestampMs } = settingsOf(post.settings)
  return {
    ...(shareToFeed === undefined ? {} : { share_to_feed: String(shareToFeed) }),
    ...(thumbnail ? { cover_url: reachable(call, await call.link(thumbnail, coverRule)) } : {}),
    ...(coverTimestampMs === undefined || thumbnail ? {} : { thumb_offset: String(coverTimestampMs) }),
  }
}

const reachable = ({ http }: Call<Grant>, link: string): string =>
  fetchedFromHere(link, { name: instagram.name, api: requireAddress(http.addresses, 'api') })

function invitedParams({ settings }: Outgoing): Params {
  const { collaborators = [], locationId } = settingsOf(settings)
  return {
    ...(collaborators.length > 0 ? { collaborators: JSON.stringify(collaborators.map(bareName)) } : {}),
    ...(locationId === undefined ? {} : { location_id: locationId }),
  }
}

/** Returns the tags of one file. Tags in a video have no position. */
function tagParams({ settings }: Outgoing, { kind }: OutgoingMedia, index: number): Params {
  const placed = ({ username, x, y }: UserTag) => ({
    username: bareName(username),
    ...(kind === 'video' || x === undefined || y === undefined ? {} : { x, y }),
  })
  const tags = (settingsOf(settings).userTags ?? []).filter(({ file = 0 }) => file === index)
  return tags.length > 0 ? { user_tags: JSON.stringify(tags.map(placed)) } : {}
}
