import type { Failures } from '../../../core/network.ts'
import { createFailures as createMetaFailures } from '../../meta/failures.ts'
import { professionalIds } from '../../meta/people.ts'
import { refuse, type Wrong, wrongAnswer } from '../../meta/refusals.ts'
import { throttledDaily } from '../../meta/throttle.ts'
import { appUsage, businessUsage } from '../../meta/windows.ts'
import { findCallerName } from '../auth/callers.ts'
import type { Platform } from '../state/platform.ts'

/** The publishing errors by subcode: the code, and the text for people. */
const publishing: Readonly<Record<number, readonly [code: number, words: string]>> = {
  2207001: [-1, 'Instagram server error. Try again.'],
  2207003: [-2, 'It takes too long to download the media.'],
  2207004: [36_000, 'The image is too large to download. It should be less than 8 MiB.'],
  2207005: [36_001, 'The image format is not supported. The supported format is JPEG.'],
  2207006: [24, 'The media cannot be found.'],
  2207008: [24, 'The media builder with this creation id does not exist or has expired.'],
  2207009: [
    36_003,
    'The submitted image has an aspect ratio that cannot be published. It must be between 4:5 and 1.91:1.',
  ],
  2207010: [36_004, 'The caption was too long.'],
  2207020: [-2, 'The media you are trying to access has expired. Please try to upload again.'],
  2207023: [100, 'The media type is unknown.'],
  2207026: [352, 'The video format is not supported. Please use MP4 or MOV.'],
  2207027: [9_007, 'The media is not ready for publishing, please wait for a moment.'],
  2207028: [100, 'Your post won’t work as a carousel. Carousels need at least 2 photos or videos and no more than 10.'],
  2207032: [-1, 'Create media fail, please try to re-create media.'],
  2207040: [100, 'Cannot use more than 20 tags in a post.'],
  2207042: [
    9,
    'You reached the maximum number of posts that is allowed to be published by the Content Publishing API.',
  ],
  2207050: [25, 'The Instagram account is restricted.'],
  2207051: [4, 'We restrict certain activity to protect our community. Tell us if you think we made a mistake.'],
  2207052: [9_004, 'The media could not be fetched from this URI.'],
  2207053: [-1, 'An unknown upload error occurred.'],
  2207057: [1, 'The thumbnail offset must be at least 0 and below the duration of the video.'],
  2207077: [-1, 'The video could not be downloaded.'],
  2207082: [-1, 'The upload of the media has failed.'],
}

export const isPublishingError = (subcode: number): boolean => Object.hasOwn(publishing, subcode)

export function unpublishable(subcode: number): Wrong {
  const [code, say] = publishing[subcode] ?? [-1, 'An unknown error has occurred.']
  const transient = subcode === 2_207_001
  return { message: say, code, subcode, status: 400, title: 'Media cannot be published', say, transient }
}

export const refuseMedia = (subcode: number): never => refuse(unpublishable(subcode))

/** Returns the error of a failed container, as in its `status`. */
export const failureWords = (subcode: number): string =>
  `Error: ${unpublishable(subcode).message} Error code ${subcode}`

const tooManyCalls: Wrong = {
  message:
    '(#80002) There have been too many calls to this Instagram account. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.',
  code: 80_002,
  status: 403,
}

export const createFailures = (platform: Platform): Failures =>
  createMetaFailures(wrongAnswer, (retryAfterMs, incoming) => {
    const name = findCallerName(platform, incoming)
    const headers = appUsage(100)
    if (name === null) return wrongAnswer({ message: '(#4) Application request limit reached', code: 4, headers })
    const minutes = Math.ceil((retryAfterMs ?? 0) / 60_000)
    const usage = businessUsage('instagram', professionalIds.of(name), { percent: 100, minutes })
    return wrongAnswer({ ...tooManyCalls, headers: { ...headers, ...usage } })
  })

export const throttled = (platform: Platform) =>
  throttledDaily(platform, {
    callerOf: (incoming) => findCallerName(platform, incoming),
    tooMany: tooManyCalls,
    usageOf: (name, taken) => businessUsage('instagram', professionalIds.of(name), taken),
  })
