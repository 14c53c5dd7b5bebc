import { booleanParam, objectsOf, type Params } from '../../meta/params.ts'
import { badParam, refuse } from '../../meta/refusals.ts'
import type { Platform } from '../state/platform.ts'
import type { Draft, MediaType } from '../state/records.ts'
import { refuseMedia } from '../wire/failures.ts'
import { hashtagsIn, lengthOf, mentionsIn } from './text.ts'

/** Reads and checks the parameters of a container, except for its file. */
export function draftOf({ rules }: Platform, params: Params, { isItem }: { readonly isItem: boolean }): Draft {
  const type = typeIn(params, isItem)
  const isStory = type === 'STORIES'
  const only = (name: string, fits: boolean, what: string) => {
    if (params[name] !== undefined && !fits) badParam(`Param ${name} is only for ${what}`)
  }
  only('caption', !isItem && !isStory, 'posts and reels, and for a carousel as a whole')
  only('alt_text', type === 'IMAGE', 'images')
  only('children', type === 'CAROUSEL', 'posts of the type CAROUSEL')
  only('collaborators', !isItem && !isStory, 'posts and reels')
  only('location_id', !isItem && !isStory, 'posts and reels')
  only('user_tags', type !== 'CAROUSEL' && type !== 'VIDEO', 'images, reels and stories')
  for (const name of ['share_to_feed', 'cover_url', 'thumb_offset', 'audio_name'])
    only(name, type === 'REELS', 'posts of the type REELS')

  const { caption = '', alt_text: alt = '' } = params
  if (lengthOf(rules, caption) > rules.maxCaption) refuseMedia(2_207_010)
  if (hashtagsIn(caption) > rules.maxHashtags || mentionsIn(caption) > rules.maxMentions) refuseMedia(2_207_040)
  if ([...alt].length > rules.maxAlt) badParam(`Param alt_text must be at most ${rules.maxAlt} characters long.`)
  return {
    type,
    caption,
    alt,
    collaborators: collaboratorsIn(params, rules.maxCollaborators),
    tagged: taggedIn(params, type, rules.maxTags),
    locationId: locationIn(params),
    sharedToFeed: booleanParam(params, 'share_to_feed') ?? true,
    // A cover takes precedence over a frame of the reel.
    thumbOffsetMs: params.cover_url === undefined ? thumbIn(params) : null,
  }
}

const types: readonly MediaType[] = ['VIDEO', 'REELS', 'STORIES', 'CAROUSEL']

/**
 * Reads the media type. An image needs none. A single video is a reel; the type VIDEO is only for items of a carousel.
 */
function typeIn({ media_type: given = 'IMAGE' }: Params, isItem: boolean): MediaType {
  const type = given === 'IMAGE' ? 'IMAGE' : (types.find((one) => one === given) ?? refuseMedia(2_207_023))
  if (isItem && type !== 'IMAGE' && type !== 'VIDEO') badParam('Items of a carousel must be images or videos.')
  if (!isItem && type === 'VIDEO')
    badParam('The VIDEO value for media_type is no longer supported. Use the REELS media type to publish a video.')
  return type
}

/** Reads usernames, as a list in JSON or separated by commas. */
function collaboratorsIn({ collaborators: given }: Params, max: number): readonly string[] {
  if (given === undefined) return []
  const names = given.startsWith('[') ? parsed(given) : given.split(',')
  const isName = (name: unknown) => typeof name === 'string' && /^[A-Za-z0-9_.]{1,30}$/.test(name)
  if (!Array.isArray(names) || names.length > max || !names.every(isName))
    return badParam(`Param collaborators must be a list of at most ${max} usernames.`)
  return names.map(String)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Reads the tagged people. On a feed image each has a position, on a reel none. */
function taggedIn(params: Params, type: MediaType, max: number): readonly string[] {
  const tags = objectsOf(params, 'user_tags') ?? badParam('Param user_tags must be a JSON array of objects.')
  if (tags.length > max) refuseMedia(2_207_040)
  const isShare = (share: unknown) => typeof share === 'number' && share >= 0 && share <= 1
  return tags.map(({ username, x, y }) => {
    if (typeof username !== 'string' || username === '') badParam('Each of user_tags must have a username.')
    const hasPlace = x !== undefined || y !== undefined
    if (type === 'REELS' && hasPlace) badParam('The tags of a reel must not have x and y.')
    if ((type === 'IMAGE' || hasPlace) && !(isShare(x) && isShare(y)))
      badParam('Each of user_tags must have x and y, from 0.0 to 1.0.')
    return String(username)
  })
}

function locationIn({ location_id: given }: Params): string | null {
  if (given !== undefined && !/^[0-9]{5,20}$/.test(given))
    refuse({
      message: 'INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID',
      code: 100,
      title: 'INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID',
      say: 'The location is not a page with coordinates.',
    })
  return given ?? null
}

function thumbIn({ thumb_offset: given }: Params): number | null {
  if (given === undefined) return null
  return /^[0-9]{1,9}$/.test(given) ? Number(given) : badParam('Param thumb_offset must be an integer')
}
