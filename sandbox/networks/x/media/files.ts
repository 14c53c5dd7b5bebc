import type { Platform } from '../state/platform.ts'
import type { File, Person } from '../state/records.ts'
import { no, typeOf } from '../wire/problems.ts'
import type { Inspected } from './inspect-file.ts'

/** Finds a person's file. Null once the file has expired: unused files last a day. */
export function findFile({ files, world }: Platform, person: Person, id: string): File | null {
  const found = files.get(id)
  return found?.person === person && found.expiresAtMs > world.clock.ms() ? found : null
}

export const mediaInvalid = (ids: readonly string[]): never =>
  no(400, {
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: typeOf('invalid-request'),
    errors: [{ parameters: { 'media.media_ids': ids }, message: 'Your media IDs are invalid.' }],
  })

export const categories = ['tweet_image', 'tweet_gif', 'tweet_video', 'amplify_video'] as const
export type Category = (typeof categories)[number]

export const kindOf = (category: Category): File['kind'] =>
  category === 'tweet_image' ? 'image' : category === 'tweet_gif' ? 'gif' : 'video'

/** Returns a media key: a number for the category, then the ID. */
export const keyOf = (category: Category, id: string): string =>
  `${{ tweet_image: 3, tweet_gif: 16, tweet_video: 7, amplify_video: 13 }[category]}_${id}`

const invalidMedia = (message: string) => ({ code: 1, name: 'InvalidMedia', message })

/** Returns the reason why an uploaded file cannot be shown. Null if it can. */
export function failureOf(
  inspected: Inspected | null,
  of: { readonly mime: string; readonly category: Category },
  rules: Platform['rules'],
): File['failure'] {
  if (inspected === null || aliasOf(inspected.mime) !== aliasOf(of.mime))
    return invalidMedia('Unsupported media format')
  if (!inspected.complete) return invalidMedia('The media could not be decoded')
  const { width = 0, height = 0 } = inspected.size ?? {}
  const kind = kindOf(of.category)
  switch (kind) {
    case 'image':
      if (inspected.frames > 1) return invalidMedia('An animated GIF must be of the category tweet_gif')
      return inspected.size === null ? invalidMedia('The image has no size') : null
    case 'gif': {
      if (width > 1_280 || height > 1_080) return invalidMedia('Dimensions exceed 1280x1080')
      if (inspected.frames > 350) return invalidMedia('Frame count exceeds 350')
      return width * height * inspected.frames > 300_000_000 ? invalidMedia('Pixels exceed 300000000') : null
    }
    case 'video': {
      const known = inspected.size !== null
      if (known && (width < 32 || height < 32)) return invalidMedia('Dimensions are below 32x32')
      if (known && (width > height * 3 || height > width * 3))
        return invalidMedia('Aspect ratio is not within 1:3 and 3:1')
      const { durationMs } = inspected
      if (durationMs !== null && durationMs < 500) return invalidMedia('Duration is below 0.5 seconds')
      // A longer video is accepted only in the category for them. Whether its author may post it is checked when
      // posting.
      const maxMs = of.category === 'amplify_video' ? rules.maxPremiumVideoMs : rules.maxVideoMs
      if (durationMs === null || durationMs <= maxMs) return null
      return {
        code: 3,
        name: 'UnsupportedMedia',
        message: `Duration ${spoken(durationMs)} exceeds max duration of ${spoken(maxMs)}`,
      }
    }
    default:
      return kind satisfies never
  }
}

const aliasOf = (mime: string): string => (mime === 'image/pjpeg' ? 'image/jpeg' : mime)

function spoken(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const seconds = Math.round((ms % 60_000) / 1_000)
  return `${minutes}.minutes+${seconds}.seconds`
}
