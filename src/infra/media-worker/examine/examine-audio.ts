import { bad, messageOfError } from '../bad.ts'
import type { AudioFacts, AudioType, Bad, Source } from '../contract.ts'
import { analyzeTracks, codecName, isWhole, maxDurationMs } from './tracks.ts'

/** Examines an audio file: it must have audio, no video, and a duration. */
export async function examineAudio(type: AudioType, source: Source): Promise<AudioFacts | Bad> {
  let tracks: Awaited<ReturnType<typeof analyzeTracks>>
  try {
    tracks = await analyzeTracks(source)
  } catch (error) {
    return bad('media_unreadable', `The audio tracks can’t be read (${messageOfError(error)}).`)
  }
  if (tracks.some((track) => track['@type'] === 'Video'))
    return bad('media_type_mismatch', 'The file has a video track. Upload it as a video.')
  const general = tracks.find((track) => track['@type'] === 'General')
  const audio = tracks.find((track) => track['@type'] === 'Audio')
  if (audio === undefined) return bad('media_unreadable', 'The file has no audio.')
  const durationMs = Math.round(1000 * (audio.Duration ?? general?.Duration ?? 0))
  if (!isWhole(durationMs))
    return bad('media_unreadable', 'The audio file has no duration. Save it again with an editor that writes it.')
  if (durationMs > maxDurationMs)
    return bad(
      'media_too_complex',
      `The audio file states a duration of ${Math.round(durationMs / 3_600_000)} hours. The limit is 24.`,
    )
  return {
    kind: 'audio',
    contentType: type,
    width: 0,
    height: 0,
    durationMs,
    codec: codecName(audio.Format),
    preview: null,
  }
}
