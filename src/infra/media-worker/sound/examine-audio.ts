import { bad, said } from '../bad.ts'
import type { AudioFacts, AudioType, Bad, Source } from '../contract.ts'
import { analyzeTracks, codecName, isWhole, maxDurationMs } from '../examine/tracks.ts'

/** Examines a sound: it must have one and no video, and say how long it lasts. */
export async function examineAudio(type: AudioType, source: Source): Promise<AudioFacts | Bad> {
  let tracks: Awaited<ReturnType<typeof analyzeTracks>>
  try {
    tracks = await analyzeTracks(source)
  } catch (error) {
    return bad('media_unreadable', `The tracks of the sound cannot be read (${said(error)}).`)
  }
  if (tracks.some((track) => track['@type'] === 'Video'))
    return bad('media_type_mismatch', 'The file has a video track. Send it as a video.')
  const general = tracks.find((track) => track['@type'] === 'General')
  const audio = tracks.find((track) => track['@type'] === 'Audio')
  if (audio === undefined) return bad('media_unreadable', 'The file has no sound.')
  const durationMs = Math.round(1000 * (audio.Duration ?? general?.Duration ?? 0))
  if (!isWhole(durationMs))
    return bad('media_unreadable', 'The audio file has no duration. Save it again with an editor that writes it.')
  if (durationMs > maxDurationMs)
    return bad(
      'media_too_complex',
      `The sound says it lasts ${Math.round(durationMs / 3_600_000)} hours; at most 24 are taken.`,
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
