import type { OutgoingMedia } from '#connectors/connector.ts'
import type { Issue } from '#connectors/issue-codes.ts'
import type { AudioRule, Limits } from '#rules/limits.ts'

/** Lists what is wrong with the number of sounds of a part: too many, beside other files, or none allowed. */
export function countSounds(
  media: readonly OutgoingMedia[],
  { audio, name }: Limits,
  pathOf: (index: number) => string,
): Issue[] {
  const first = media.findIndex(({ kind }) => kind === 'audio')
  if (first < 0) return []
  const sounds = media.filter(({ kind }) => kind === 'audio').length
  const path = pathOf(first)
  if (!audio) {
    const message = `${name} takes no sound without a picture.`
    const fix = 'Make a video of it, or remove it for this network.'
    return [{ code: 'media_type_not_supported', message, path, fix }]
  }
  if (sounds > audio.max) {
    const message = `The post has ${sounds} sounds; ${name} allows ${audio.max}.`
    return [{ code: 'media_too_many', message, path, fix: `Remove ${sounds - audio.max}.` }]
  }
  if (sounds === media.length) return []
  const message = `${name} plays a sound alone, without pictures and videos.`
  return [{ code: 'media_mixed', message, path, fix: 'Remove the sound or the other files.' }]
}

/** Lists the rules that one sound breaks. */
export function audioIssues({ size, contentType }: OutgoingMedia, rule: AudioRule, name: string): Issue[] {
  const issues: Issue[] = []
  if (!rule.types.includes(contentType))
    issues.push({
      code: 'media_type_not_supported',
      message: `The file is ${contentType}; ${name} supports ${rule.types.join(', ')}.`,
    })
  if (size > rule.maxBytes)
    issues.push({
      code: 'audio_too_large',
      message: `The sound has ${(size / 1_000_000).toFixed(1)} MB; ${name} allows ${(rule.maxBytes / 1_000_000).toFixed(1)} MB.`,
    })
  return issues
}
