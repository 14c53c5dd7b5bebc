import type { Failure, Verdict } from '#connectors/connector.ts'

/**
 * The verdicts on a video that YouTube accepted but then could not process or rejected. No one can watch such a video,
 * although the channel lists it.
 */
const failed: Readonly<Record<string, readonly [code: string, why: string]>> = {
  codec: ['media_refused', 'YouTube cannot read the codec of the video. Use an MP4 with H.264.'],
  conversion: ['media_refused', 'YouTube could not convert the video. Use an MP4 with H.264.'],
  emptyFile: ['media_refused', 'The file that arrived at YouTube was empty. Use another file.'],
  invalidFile: ['media_refused', 'YouTube cannot read the file as a video. Use an MP4 with H.264.'],
  tooSmall: ['media_refused', 'The video is too small for YouTube. Use another file.'],
  uploadAborted: ['upload_aborted', 'The upload was aborted at YouTube. Publish the post again.'],
  deleted: [
    'deleted_there',
    'The video was deleted at YouTube before it was published. Publish the post again if that was a mistake.',
  ],
}

const rejected: Readonly<Record<string, readonly [code: string, why: string]>> = {
  claim: [
    'copyright_claim',
    'YouTube blocked the video because a rights holder claims part of it (Content ID). See the claim in YouTube ' +
      'Studio. Replace the part, or dispute the claim there.',
  ],
  copyright: [
    'copyright_claim',
    'YouTube rejected the video for a copyright infringement. See the details in YouTube Studio, or use another video.',
  ],
  trademark: ['trademark_claim', 'YouTube rejected the video because it infringes a trademark.'],
  duplicate: ['duplicate_video', 'YouTube rejected the video because the channel already has the same one.'],
  inappropriate: ['against_the_rules', 'YouTube rejected the video because it violates the content rules.'],
  termsOfUse: ['against_the_rules', 'YouTube rejected the video because it violates the terms of use.'],
  legal: ['against_the_rules', 'YouTube rejected the video on legal grounds.'],
  length: [
    'video_too_long',
    'The video is longer than YouTube allows for the channel. Confirm a phone number at youtube.com/verify, or use a shorter video.',
  ],
  uploaderAccountClosed: ['channel_closed', 'The channel is closed.'],
  uploaderAccountSuspended: [
    'channel_suspended',
    'YouTube has suspended the channel. The owner can appeal in YouTube Studio.',
  ],
}

export function cameToNothing({ code }: Failure): Verdict | null {
  const [, what, reason = ''] = /^(failed|rejected):(.*)$/s.exec(code ?? '') ?? []
  if (what === undefined) return null
  const table = what === 'failed' ? failed : rejected
  const [word, why] = (Object.hasOwn(table, reason) ? table[reason] : undefined) ?? other(what, reason)
  return { is: 'refused', code: word, why, nothingOut: true }
}

const other = (what: string, reason: string): readonly [string, string] =>
  what === 'failed'
    ? ['media_refused', `YouTube could not process the video (${reason}). Use an MP4 with H.264.`]
    : ['refused_by_network', `YouTube rejected the video (${reason}). See YouTube Studio.`]
